import type { ChatItem, TokenUsage } from '../../../shared/chat.ts';
import type { ContextMeter, ServerTokens } from '../../../shared/context.ts';
import { estimateTokens } from '../../tools/tokenEstimate.ts';
import type { ToolPool } from '../../tools/toolPool.ts';
import { asking } from '../request/askModel.ts';
import type { AskPorts, Asking } from '../request/askModel.ts';
import { tokensOf } from './contextSize.ts';
import type { ModelRequest } from '../model/model.ts';
import { planCompaction } from './planCompaction.ts';
import { joinMessages } from '../request/toMessages.ts';
import type { BlockMessage } from '../request/toMessages.ts';
import { Transcript } from '../request/transcript.ts';

/** What stands before the messages, in tokens; `all` has everything with the least of messages. */
type Fixed = {
  readonly system: number;
  readonly builtins: number;
  readonly told: number;
  readonly all: number;
};

/** The least that can be counted. */
const least: BlockMessage = { role: 'user', content: [{ type: 'text', text: '.' }] };
const limitMs = 15_000;

/**
 * Measures the next request of a conversation: by the API's own count where it has one, by estimate
 * otherwise. What stands before the messages is counted once for a pool and a prompt.
 */
export class Meter {
  readonly #fixed = new WeakMap<ToolPool, Map<string, Fixed>>();

  async measure(
    ports: AskPorts,
    pool: ToolPool,
    {
      items,
      usage,
    }: { readonly items: readonly ChatItem[]; readonly usage: TokenUsage | undefined },
  ): Promise<ContextMeter> {
    const transcript = new Transcript(items, usage);
    const now = await asking(ports, transcript, pool);
    const { offered, limits } = now;
    const signal = AbortSignal.timeout(limitMs);
    const files = await ports.readFiles(transcript.view, limits.window);
    const messages = transcript.messages(files);
    const [fixed, whole] = await Promise.all([
      this.#count(now, pool, signal),
      messages.length === 0
        ? undefined
        : now.client.countTokens(now.request(joinMessages(messages, [least])), signal),
    ]);
    const told = new Set(offered.told.map(({ name }) => name));
    const isCounted = fixed !== undefined && (messages.length === 0 || whole !== undefined);
    const { system, builtins, told: toldTokens } = isCounted ? fixed : estimated(now);
    const servers = byServer(pool, told);
    return {
      window: limits.window,
      compactOver: limits.compactOver,
      isCounted,
      system,
      builtins,
      servers: scaled(servers, toldTokens),
      messages: isCounted
        ? Math.max(0, (whole ?? fixed.all) - fixed.all)
        : tokensOf(transcript.view),
      ...(offered.search && { leftOut: leftOut(pool, told) }),
      canCompact:
        planCompaction(transcript.view, { tokens: 0, limit: 0, window: 0 }, 'by hand') !==
        undefined,
    };
  }

  async #count(now: Asking, pool: ToolPool, signal: AbortSignal): Promise<Fixed | undefined> {
    const { offered, client } = now;
    const body = now.request([least]);
    const tools = body.tools.slice(0, body.tools.length - offered.deferred.length);
    const key = JSON.stringify([
      body.model,
      body.system,
      tools.length,
      offered.told.map(({ name }) => name),
    ]);
    const known = this.#fixed.get(pool)?.get(key);
    if (known) return known;
    const count = (part: Partial<ModelRequest>) => client.countTokens({ ...body, ...part }, signal);
    const plain = { system: [], tools: [] };
    const [bare, withSystem, withBuiltins, all] = await Promise.all([
      count(plain),
      count({ tools: [] }),
      count({ tools: tools.slice(0, tools.length - offered.told.length) }),
      count({ tools }),
    ]);
    if (bare === undefined || withSystem === undefined) return undefined;
    if (withBuiltins === undefined || all === undefined) return undefined;
    const fixed = {
      system: withSystem - bare,
      builtins: withBuiltins - withSystem,
      told: all - withBuiltins,
      all,
    };
    const ofPool = this.#fixed.get(pool) ?? new Map<string, Fixed>();
    this.#fixed.set(pool, ofPool.set(key, fixed));
    return fixed;
  }
}

function estimated({ offered, request }: Asking): Fixed {
  const { system, tools } = request([]);
  const plain = tools.slice(0, tools.length - offered.deferred.length);
  const sizes = plain.map((tool) => estimateTokens(JSON.stringify(tool)));
  const own = plain.length - offered.told.length;
  const builtins = sum(sizes.slice(0, own));
  const told = sum(sizes.slice(own));
  const before = estimateTokens(JSON.stringify(system));
  return { system: before, builtins, told, all: before + builtins + told };
}

/** By estimate, told tools only. */
function byServer(pool: ToolPool, told: ReadonlySet<string>): readonly ServerTokens[] {
  const servers = new Map<string, ServerTokens>();
  for (const { name } of pool.definitions.slice(pool.builtinCount)) {
    const pooled = pool.find(name);
    if (pooled?.kind !== 'server') continue;
    const { server } = pooled.tool;
    const before = servers.get(server) ?? { server, tokens: 0, told: 0, tools: 0 };
    const isTold = told.has(name);
    servers.set(server, {
      server,
      tokens: before.tokens + (isTold ? pool.tokens(name) : 0),
      told: before.told + (isTold ? 1 : 0),
      tools: before.tools + 1,
    });
  }
  return [...servers.values()].sort(
    (a, b) => b.tokens - a.tokens || b.tools - a.tools || (a.server < b.server ? -1 : 1),
  );
}

/** The same shares of what was counted for all of them together. */
function scaled(servers: readonly ServerTokens[], total: number): readonly ServerTokens[] {
  const estimate = sum(servers.map(({ tokens }) => tokens));
  if (estimate === 0) return servers;
  return servers.map((one) => ({ ...one, tokens: Math.round((one.tokens * total) / estimate) }));
}

function leftOut(pool: ToolPool, told: ReadonlySet<string>): number {
  const names = pool.definitions.slice(pool.builtinCount).map(({ name }) => name);
  return sum(names.filter((name) => !told.has(name)).map((name) => pool.tokens(name)));
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
