import './context.css';
import { Suspense, lazy } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChatItemOf } from '../../../shared/chat.ts';
import { useFold } from '../chat/ConversationContext.ts';
import { Icon } from '../ui/Icon.tsx';
import { useFormat } from '../ui/useFormat.ts';

const Markdown = lazy(async () => {
  const { Markdown: component } = await import('../chat/markdown/Markdown.tsx');
  return { default: component };
});

/** Where the model's memory of the conversation was made shorter; it opens to the summary. */
export function CompactionRow({ item }: { item: ChatItemOf<'compaction'> }) {
  const { t } = useTranslation('context');
  const format = useFormat();
  const [open, toggle] = useFold(item.id);
  const { state, summary, tokensBefore, tokensAfter } = item;
  const kind = state === 'done' ? (summary === undefined ? 'shortened' : 'summarized') : state;
  const sizes =
    tokensAfter !== undefined &&
    t('fromTo', { before: format.tokens(tokensBefore), after: format.tokens(tokensAfter) });
  const words = (
    <>
      {t(`row.${kind}`)}
      {sizes !== false && <span className="quiet">{sizes}</span>}
    </>
  );
  return (
    <section className="compaction" aria-label={t('row.label')}>
      <div className="compaction-line">
        {summary === undefined ? (
          <span className="compaction-head">
            {state === 'running' && <Icon name="st-starting" className="s14 st-starting" />}
            {state === 'failed' && <Icon name="st-backoff" className="s14 st-backoff" />}
            {words}
          </span>
        ) : (
          <button type="button" className="compaction-head" aria-expanded={open} onClick={toggle}>
            <Icon name={open ? 'chev-d' : 'chev-r'} className="s14" />
            {words}
          </button>
        )}
      </div>
      {open && summary !== undefined && (
        <div className="compaction-text">
          <h2 className="sr">{t('row.label')}</h2>
          <p className="quiet">{t('row.explain')}</p>
          <div className="say">
            <Suspense fallback={<p className="plain">{summary}</p>}>
              <Markdown text={summary} live={false} />
            </Suspense>
          </div>
        </div>
      )}
    </section>
  );
}
