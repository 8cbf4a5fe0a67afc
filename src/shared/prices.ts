import type { RoundUsage } from './roundUsage.ts';

/** US dollars for a million tokens; `write` is for a cache entry that lives five minutes. */
type Price = {
  readonly input: number;
  readonly output: number;
  readonly read: number;
  readonly write: number;
};

/** When the prices below were looked up. */
export const pricesOf = '2026-12-02';

const price = (input: number, output: number, read = input / 10): Price => ({
  input,
  output,
  read,
  write: input * 1.25,
});

/** What the API's own models cost (platform.claude.com/docs, "Pricing"), by the beginning of their ids. */
const prices: readonly (readonly [prefix: string, price: Price])[] = [
  ['claude-fable-5-1', price(10, 50, 0.25)],
  ['claude-fable-5', price(10, 50)],
  ['claude-opus-5-5', price(4, 20, 0.2)],
  ['claude-opus-5', price(5, 25)],
  ['claude-opus-4-8', price(5, 25)],
  ['claude-opus-4-7', price(5, 25)],
  ['claude-opus-4-6', price(5, 25)],
  ['claude-opus-4-5', price(5, 25)],
  ['claude-opus-4-1', price(15, 75)],
  ['claude-sonnet-5-5', price(2, 10, 0.1)],
  ['claude-sonnet-5', price(2, 10)],
  ['claude-sonnet-4-6', price(3, 15)],
  ['claude-sonnet-4-5', price(3, 15)],
  ['claude-haiku-4-5', price(1, 5)],
];

/** Of a prompt longer than this a small model costs more. */
const longPrompt = 100_000;

/** What a request cost in US dollars; undefined where the price of its model is not known. */
export function costOf(usage: RoundUsage): number | undefined {
  const of = priceOf(usage);
  if (of === undefined) return undefined;
  const { input, output, cacheRead, cacheWrite } = usage;
  const sum = input * of.input + output * of.output + cacheRead * of.read + cacheWrite * of.write;
  return sum / 1_000_000;
}

function priceOf({ model = '', input, cacheRead, cacheWrite }: RoundUsage): Price | undefined {
  if (isOf(model, 'claude-haiku-5-5')) {
    return input + cacheRead + cacheWrite > longPrompt ? price(0.5, 2.5) : price(0.1, 0.5);
  }
  return prices.find(([prefix]) => isOf(model, prefix))?.[1];
}

/** Of the model itself or a dated version of it, such as `claude-opus-4-5-20251101`. */
function isOf(model: string, id: string): boolean {
  return model === id || (model.startsWith(`${id}-`) && /^\d{8}$/.test(model.slice(id.length + 1)));
}
