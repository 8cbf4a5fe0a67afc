import { basename } from 'node:path';
import type { ServerConfig } from '../../shared/server.ts';
import { longestTimerMs } from './serverLimits.ts';
import type { OverallLimits } from './serverLimits.ts';

const connectMs = 30_000;
const installMs = 120_000;

/** Programs that fetch a server before they run it, and the subcommands of others that do. */
const fetchers: ReadonlySet<string> = new Set(['npx', 'bunx', 'uvx', 'pipx', 'docker', 'podman']);
const fetchingSubcommands: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['npm', new Set(['exec', 'x'])],
  ['pnpm', new Set(['dlx'])],
  ['yarn', new Set(['dlx'])],
  ['bun', new Set(['x'])],
  ['uv', new Set(['tool', 'run'])],
  ['deno', new Set(['run'])],
]);

/**
 * How long a server may take to connect, and whether its command may install it first. A limit for
 * all servers gives an installer more time, never less.
 */
export function connectLimits(
  config: ServerConfig,
  overall: Pick<OverallLimits, 'connectTimeoutMs'> = {},
): { readonly timeoutMs: number; readonly installs: boolean } {
  const installs = 'command' in config && mayInstall(config.command, config.args);
  const { connectTimeoutMs: all = connectMs } = overall;
  const timeoutMs = config.connectTimeoutMs ?? (installs ? Math.max(all, installMs) : all);
  return { installs, timeoutMs: Math.min(timeoutMs, longestTimerMs) };
}

function mayInstall(command: string, args: readonly string[]): boolean {
  const program = basename(command.replaceAll('\\', '/'))
    .toLowerCase()
    .replace(/\.(cmd|exe)$/, '');
  const subcommand = args.find((arg) => !arg.startsWith('-')) ?? '';
  return fetchers.has(program) || (fetchingSubcommands.get(program)?.has(subcommand) ?? false);
}
