import { Hooks } from '../agent/hooks/hooks.ts';
import type { HookRun } from '../agent/hooks/hooks.ts';
import type { Configuration } from '../config/configuration.ts';
import { hookViews } from '../config/hookViews.ts';
import type { ConnectionLog } from '../servers/log/connectionLog.ts';

type Surroundings = {
  readonly configuration: Configuration;
  readonly log: Pick<ConnectionLog, 'append'>;
  /** The login shell's variables. */
  readonly shell: { read(): Promise<Readonly<Record<string, string | undefined>>> };
};

/** The hooks of the settings files. Each run gets a line in the log. */
export function openHooks({ configuration, log, shell }: Surroundings): Hooks {
  return new Hooks({
    entries: () => hookViews(configuration).filter(({ ignored }) => !ignored),
    environment: () => shell.read(),
    onRun: (run) => {
      const level = run.verdict.kind === 'goes-on' ? 'info' : 'warn';
      const line = { server: 'patchbay', at: Date.now(), level, text: runText(run) } as const;
      log.append({ ...line, kind: 'lifecycle', durationMs: run.tookMs, bytes: 0 });
    },
  });
}

/** In English, as all lines of the log. */
function runText({ event, hook, verdict }: HookRun): string {
  const start = `hook ${event}, ${hook}: `;
  switch (verdict.kind) {
    case 'goes-on':
      return `${start}let it go on`;
    case 'asks':
      return `${start}asks, ${verdict.reason}`;
    case 'blocks':
      return `${start}blocks, ${verdict.reason}`;
    case 'failed':
      return `${start}failed, ${verdict.why}`;
  }
}
