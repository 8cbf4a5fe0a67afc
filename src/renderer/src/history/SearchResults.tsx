import { useTranslation } from 'react-i18next';
import type { Excerpt, FoundConversation, SearchHit } from '../../../shared/search.ts';
import { shortWhen } from '../chat/dayGroups.ts';
import { InlineError } from '../ui/InlineError.tsx';
import { useFormat } from '../ui/useFormat.ts';
import { useNow } from '../ui/useNow.ts';
import type { Search } from './useSearch.ts';

type Props = {
  readonly search: Search;
  /** Shows a conversation, and a message of it. */
  readonly onShow: (conversationId: string, itemId?: string) => void;
};

/** What was found, by conversation: a title to open it, and the places to jump to. */
export function SearchResults({ search, onShow }: Props) {
  const { t } = useTranslation('history');
  const { result, error } = search;
  const found = result?.found ?? [];
  return (
    <>
      <InlineError error={error} />
      <p className="sr" role="status">
        {result && t('search.count', { count: found.length })}
      </p>
      {found.map((one) => (
        <Found key={one.conversationId} found={one} onShow={onShow} />
      ))}
      {result && found.length === 0 && (
        <>
          <p className="list-empty">{t('search.none')}</p>
          <p className="list-empty">{t('search.hint')}</p>
        </>
      )}
      {result?.isCut && <p className="list-empty">{t('search.cut')}</p>}
      {result?.isIndexing && <p className="list-empty">{t('search.indexing')}</p>}
    </>
  );
}

function Found({ found, onShow }: { found: FoundConversation; onShow: Props['onShow'] }) {
  const { t, i18n } = useTranslation(['history', 'chat']);
  const format = useFormat();
  const now = useNow(60_000);
  const { conversationId, title, hits, count } = found;
  const more = count - hits.length;
  return (
    <section className="found">
      <button type="button" className="list-item" onClick={() => onShow(conversationId)}>
        <span className="grow cut-line">
          {title.length === 0 ? t('chat:list.new') : <Marked excerpt={title} />}
        </span>
        <span className="when">{shortWhen(found.updatedAt, now, i18n.language)}</span>
      </button>
      {hits.map((hit) => (
        <Hit key={hit.itemId} hit={hit} onShow={() => onShow(conversationId, hit.itemId)} />
      ))}
      {more > 0 && hits.length > 0 && (
        <p className="found-more">{t('search.more', { count: more, shown: format.count(more) })}</p>
      )}
    </section>
  );
}

function Hit({ hit, onShow }: { hit: SearchHit; onShow: () => void }) {
  const { t } = useTranslation('history');
  return (
    <button type="button" className="list-item hit" onClick={onShow}>
      <span className="sr">{t(`search.by.${hit.by}`)} </span>
      <span className="hit-text">
        <Marked excerpt={hit.excerpt} />
      </span>
    </button>
  );
}

function Marked({ excerpt }: { excerpt: Excerpt }) {
  return excerpt.map(({ text, isMatch }, index) =>
    isMatch ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
  );
}
