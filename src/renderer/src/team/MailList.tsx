import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Mail } from '../../../shared/team.ts';
import { formatTime } from '../ui/format.ts';
import { useFormat } from '../ui/useFormat.ts';
import { useMemberName } from './useMemberName.ts';

/** So many before the rest is asked for. */
const few = 8;

/** Who wrote what to whom, the latest first. */
export function MailList({ mail }: { mail: readonly Mail[] }) {
  const { t } = useTranslation('teammates');
  const [isWhole, setIsWhole] = useState(false);
  if (mail.length === 0) return null;
  return (
    <section className="team-section" aria-label={t('mail.title')}>
      <h2>{t('mail.title')}</h2>
      <ol className="team-mail">
        {mail.slice(0, isWhole ? undefined : few).map((one) => (
          <MailLine key={one.seq} mail={one} />
        ))}
      </ol>
      {mail.length > few && (
        <button
          type="button"
          className="tree-more"
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? t('mail.fewer') : t('mail.all', { count: mail.length })}
        </button>
      )}
    </section>
  );
}

function MailLine({ mail: { at, from, to, kind, text, isRead } }: { mail: Mail }) {
  const { t } = useTranslation('teammates');
  const format = useFormat();
  const nameOf = useMemberName();
  // Patchbay itself answers the asking to end; no conversation is told of it.
  const isUnread = isRead !== true && kind !== 'shutdown_request';
  return (
    <li>
      <details>
        <summary>
          <time className="num quiet" title={format.moment(at)}>
            {formatTime(at)}
          </time>
          <span className="mail-who">
            {t('mail.between', { from: nameOf(from), to: nameOf(to) })}
          </span>
          {kind !== 'message' && <span className="quiet mail-kind">{t(`kind.${kind}`)}</span>}
          <span className="cut-line mid grow">{text.slice(0, 300)}</span>
          {isUnread && <span className="tag">{t('mail.unread')}</span>}
        </summary>
        <p>{text}</p>
      </details>
    </li>
  );
}
