import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProgramFacts } from '../../../../shared/doctor.ts';
import type { ServerDetail } from '../../../../shared/server.ts';
import { formatTime } from '../../ui/format.ts';
import { useFormat } from '../../ui/useFormat.ts';
import { usePathWords } from './usePathWords.ts';

type Props = {
  readonly detail: ServerDetail;
  /** What the command means; absent while it is not known. */
  readonly program: ProgramFacts | undefined;
};

/** How the server's process is started, and how its last one ended; or where a remote one is. */
export function ProcessFacts({ detail, program }: Props) {
  const { t } = useTranslation('servers');
  const pathWords = usePathWords();
  const format = useFormat();
  const { lastExit } = detail;
  const { command, args = [], cwd, environmentNames = [], url, headerNames = [] } = detail;
  const facts: [string, string, string][] = [];
  if (command !== undefined) facts.push(['command', commandLine(command, args), 'mono']);
  if (program) {
    const { resolved, path } = program;
    facts.push(
      resolved === undefined
        ? ['resolved', t('process.nothing'), 'st-failed']
        : ['resolved', resolved, 'mono'],
      ['pathFrom', pathWords(path, true), ''],
    );
  }
  if (cwd !== undefined) facts.push(['folder', cwd, 'mono']);
  if (environmentNames.length > 0) {
    facts.push(['environment', environmentNames.join(', '), 'mono']);
  }
  if (url !== undefined) facts.push(['url', url, 'mono']);
  if (headerNames.length > 0) facts.push(['headers', headerNames.join(', '), 'mono']);
  if (detail.pid !== undefined) facts.push(['pid', String(detail.pid), 'num']);
  facts.push([
    'limits',
    t('process.connectLimit', { time: format.duration(detail.connectTimeoutMs) }),
    '',
  ]);
  if (lastExit) {
    const time = formatTime(lastExit.at, 'seconds');
    const how =
      lastExit.signal === null
        ? t('process.exitCode', { code: lastExit.code ?? 0, time })
        : t('process.exitSignal', { signal: lastExit.signal, time });
    facts.push(['lastExit', how, '']);
  }
  return (
    <section aria-labelledby="server-process">
      <h3 id="server-process">
        {t(
          command !== undefined
            ? 'process.title'
            : url !== undefined
              ? 'process.remoteTitle'
              : 'form.kind.sdk',
        )}
      </h3>
      <dl className="kv">
        {facts.map(([name, text, look]) => (
          <Fragment key={name}>
            <dt>{t(`process.${name}`)}</dt>
            <dd className={look}>{text}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}

/** A command line to read: words with spaces or quotes are quoted. */
function commandLine(command: string, args: readonly string[]): string {
  return [command, ...args]
    .map((word) => (/^[^\s"']+$/.test(word) ? word : JSON.stringify(word)))
    .join(' ');
}
