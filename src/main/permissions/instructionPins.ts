import type { DefinitionChange } from '../../shared/permission.ts';
import type { Pins } from '../store/pins.ts';
import { digestOf } from './canonicalJson.ts';

type Instructions = { readonly server: string; readonly text: string };

/** Beside a server's tools, none of which has this name. */
const place = '';

/**
 * What servers tell the model, bound to what it was when it was first heard or last accepted: changed
 * instructions are left out until a person has seen them.
 */
export class InstructionPins {
  readonly #told = new Map<string, string>();

  constructor(
    private readonly pins: Pins,
    private readonly now: () => number,
    /** Called once for each text that is left out. */
    private readonly onLeftOut: (server: string) => void,
  ) {}

  /** Those that the model may be given. */
  letIn(all: readonly Instructions[]): readonly Instructions[] {
    return all.filter(({ server, text }) => {
      const hash = digestOf(text);
      const pin = this.pins.get(server, place);
      if (!pin) this.accept(server, text);
      if (!pin || pin.hash === hash) return true;
      if (this.#told.get(server) !== hash) this.onLeftOut(server);
      this.#told.set(server, hash);
      return false;
    });
  }

  /** How instructions differ from the accepted ones; undefined when they don't. */
  change({ server, text }: Instructions): DefinitionChange | undefined {
    const pin = this.pins.get(server, place);
    if (!pin || pin.hash === digestOf(text)) return undefined;
    return { since: pin.since, before: pin.text, after: text };
  }

  /** Takes the very text that was shown: another one is another change. */
  accept(server: string, text: string): void {
    this.pins.set(server, place, { hash: digestOf(text), text, since: this.now() });
  }
}
