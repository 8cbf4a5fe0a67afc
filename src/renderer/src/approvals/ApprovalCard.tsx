import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { WaitingEntry } from '../../../shared/config.ts';
import { ServerFacts } from '../adding/ServerFacts.tsx';
import { ask, useBridge } from '../api.ts';
import { InlineError } from '../ui/InlineError.tsx';
import { LineDiff } from '../ui/LineDiff.tsx';
import { useAction } from '../ui/useAction.ts';

/** One server that a folder brings along: all of it, as it is written, and the question. */
export function ApprovalCard({ entry }: { entry: WaitingEntry }) {
  const { t } = useTranslation('approvals');
  const bridge = useBridge();
  const answering = useAction();
  const id = useId();
  const { key, name, from, config, text, before, findings } = entry;
  const answer = (value: 'approved' | 'refused') =>
    void answering.run(() => ask(bridge, 'config.answer', { key, answer: value }));
  return (
    <article className="approval" aria-labelledby={id}>
      <header className="bar">
        <h2 id={id} className="cut-line" title={name}>
          {name}
        </h2>
        <span className="tag">{t(before ? 'changed' : 'new')}</span>
        <span className="grow quiet mono cut-line" title={from.file}>
          {from.file}
        </span>
        <button
          type="button"
          className="btn sm"
          disabled={answering.busy}
          aria-label={t('refuseOf', { name })}
          onClick={() => answer('refused')}
        >
          {t('refuse')}
        </button>
        <button
          type="button"
          className="btn sm primary"
          disabled={answering.busy}
          aria-label={t('approveOf', { name })}
          onClick={() => answer('approved')}
        >
          {t('approve')}
        </button>
      </header>
      <InlineError error={answering.error} onDismiss={answering.clear} />
      {before && <p>{t(`before.${before.answer}`)}</p>}
      {before && <LineDiff before={before.text} after={text} label={t('difference', { name })} />}
      <ServerFacts facts={factsOf(config)} findings={findings} />
      {!before && (
        <details open={Object.keys(config).some((field) => !listed.has(field))}>
          <summary>{t('whole')}</summary>
          <pre className="well outside" tabIndex={0} aria-label={t('wholeOf', { name })}>
            {text}
          </pre>
        </details>
      )}
    </article>
  );
}

/** What stands in the list of facts, or says nothing. */
const listed: ReadonlySet<string> = new Set([
  'type',
  'command',
  'args',
  'cwd',
  'env',
  'url',
  'headers',
  'disabled',
]);

function factsOf(config: WaitingEntry['config']) {
  if ('command' in config) return { ...config, headers: {} };
  if (config.type === 'sdk') return { args: [], env: {} };
  return { args: [], env: {}, url: config.url, headers: config.headers };
}
