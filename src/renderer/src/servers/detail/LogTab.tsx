import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { IssueReportButton } from '../../logs/IssueReportButton.tsx';
import { wholeLog } from '../../logs/logFilter.ts';
import { LogRow } from '../../logs/LogRow.tsx';
import { useLogFeed } from '../../logs/useLogFeed.ts';
import { useLogWords } from '../../logs/useLogWords.ts';
import { InlineError } from '../../ui/InlineError.tsx';

const shownLines = 50;

/** The last lines of one server, as they come. */
export function LogTab({ server, onOpen }: { server: string; onOpen: () => void }) {
  const { t } = useTranslation('servers');
  const choice = useMemo(() => ({ ...wholeLog, server }), [server]);
  const { state } = useLogFeed(choice);
  const words = useLogWords();
  const lines = state.lines.slice(-shownLines);
  return (
    <div className="log-tab">
      <div className="bar">
        <p className="grow quiet">
          {state.loaded && lines.length === 0
            ? t('log.none')
            : t('log.last', { count: lines.length })}
        </p>
        <IssueReportButton server={server} />
        <button type="button" className="btn sm" onClick={onOpen}>
          {t('log.open')}
        </button>
      </div>
      <InlineError error={state.error} />
      <div role="grid" className="log inline" aria-label={t('log.of', { server })} aria-readonly>
        {[...lines].reverse().map((entry) => (
          <LogRow key={entry.seq} entry={entry} words={words} />
        ))}
      </div>
    </div>
  );
}
