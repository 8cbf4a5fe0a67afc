import { AppFailure } from '../../../shared/errors.ts';
import type { AppError } from '../../../shared/errors.ts';
import { foreignText } from '../foreignText.ts';
import { readHelperHeaders } from './helperHeaders.ts';
import type { StepSink } from '../oauth.ts';
import { runHelper } from './runHelper.ts';
import { headersDetail, refusalDetail } from '../stepDetail.ts';

export type HelpedServer = {
  readonly name: string;
  readonly url: string;
  /** The program and its arguments. */
  readonly command: readonly string[];
};

type Environment = Readonly<Record<string, string | undefined>>;
type Headers = Readonly<Record<string, string>>;

type Cached = { readonly key: string; readonly headers: Promise<Headers> };

const usualLimitMs = 10_000;

/** Ours alone: keys of the model, and what would change how a program of Electron starts. */
const withheld = /^(?:anthropic_|electron_|patchbay_)/i;

/**
 * The headers that programs print for their servers (`headersHelper`), each asked for once and kept
 * until told otherwise. A program runs only where `isTrusted` says that its entry may name one.
 */
export class HeadersHelper {
  readonly #cached = new Map<string, Cached>();

  constructor(
    private readonly ports: {
      /** What programs inherit: the login shell's, for its PATH. */
      readonly environment: () => Promise<Environment>;
      /** Takes secrets out of what a program wrote to stderr. */
      readonly redact: (text: string) => string;
      readonly step: (server: string, ...step: Parameters<StepSink>) => void;
      readonly now: () => number;
      /** The app ends. */
      readonly signal?: AbortSignal | undefined;
      /** In milliseconds; 10 s by default. */
      readonly limitMs?: number | undefined;
    },
  ) {}

  /** Throws `auth/helper-failed` {command, why}, which is not kept, and `auth/helper-untrusted`. */
  async headers(server: HelpedServer, isTrusted: boolean): Promise<Headers> {
    if (!isTrusted) throw untrusted(server);
    const key = JSON.stringify([server.url, server.command]);
    const cached = this.#cached.get(server.name);
    if (cached?.key === key) return cached.headers;
    const entry = { key, headers: this.#ask(server) };
    this.#cached.set(server.name, entry);
    try {
      return await entry.headers;
    } catch (error) {
      if (this.#cached.get(server.name) === entry) this.#cached.delete(server.name);
      throw error;
    }
  }

  /** The next request asks the program again: the server refused what it gave. */
  forget(server: string): void {
    this.#cached.delete(server);
  }

  async #ask(server: HelpedServer): Promise<Headers> {
    const { step, now } = this.ports;
    const at = now();
    const tell = (verdict: 'ok' | 'refused', detail: AppError): void =>
      step(server.name, { kind: 'headers-helper', at, tookMs: now() - at, verdict, detail });
    try {
      const headers = await this.#run(server);
      tell('ok', headersDetail(Object.keys(headers)));
      return headers;
    } catch (error) {
      tell('refused', refusalDetail(error));
      throw error;
    }
  }

  async #run(server: HelpedServer): Promise<Headers> {
    const [program, ...rest] = server.command;
    if (program === undefined) throw failed('', 'no program is named');
    const end = await runHelper({
      command: [program, ...rest],
      environment: helperEnvironment(await this.ports.environment(), server),
      limitMs: this.ports.limitMs ?? usualLimitMs,
      signal: this.ports.signal,
    });
    if (end.kind === 'failed') {
      const said = foreignText(this.ports.redact(firstLine(end.said)), 200);
      throw failed(program, said === '' ? end.why : `${end.why}: ${said}`);
    }
    const read = readHelperHeaders(end.output);
    if (!read.ok) throw failed(program, read.why);
    return read.headers;
  }
}

/** All that is inherited but what is ours, and which server the headers are for. */
export function helperEnvironment(
  inherited: Environment,
  server: Pick<HelpedServer, 'name' | 'url'>,
): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(inherited)) {
    if (value !== undefined && !withheld.test(name)) environment[name] = value;
  }
  environment['PATCHBAY_SERVER_NAME'] = server.name;
  environment['PATCHBAY_SERVER_URL'] = server.url;
  return environment;
}

function firstLine(text: string): string {
  return text.split(/\r?\n/).find((line) => line.trim() !== '') ?? '';
}

function failed(program: string, why: string): AppFailure {
  const params = { command: foreignText(program), why };
  return new AppFailure({
    code: 'auth/helper-failed',
    message: `${params.command} gives no headers: ${why}`,
    params,
    action: 'edit-server',
  });
}

function untrusted({ name }: HelpedServer): AppFailure {
  return new AppFailure({
    code: 'auth/helper-untrusted',
    message: `${name} names a program to be run for its headers, in settings that are not yours`,
    params: { server: name },
  });
}
