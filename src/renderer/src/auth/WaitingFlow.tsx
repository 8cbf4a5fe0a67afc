import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SignInFlow } from '../../../shared/auth.ts';
import { ServerSentence } from '../questions/ServerSentence.tsx';
import { urlParts } from '../questions/urlParts.ts';
import { Icon } from '../ui/Icon.tsx';
import { useFormat } from '../ui/useFormat.ts';
import { useNow } from '../ui/useNow.ts';
import { PasteAnswer } from './PasteAnswer.tsx';

type Props = {
  readonly server: string;
  readonly flow: Extract<SignInFlow, { kind: 'waiting' }>;
};

/** The browser has the page: whose it is, how long it is waited for, and what if it is elsewhere. */
export function WaitingFlow({ server, flow }: Props) {
  const { t } = useTranslation('auth');
  const [isElsewhere, setIsElsewhere] = useState(false);
  const { before, host, after } = urlParts(flow.url);
  return (
    <div className="auth-waiting">
      <p className="auth-now" role="status">
        <Icon name="st-auth" className="st st-auth" />
        <span>
          <ServerSentence text={t('flow.waiting', { host: '\uE000' })} server={host} />
        </span>
        <TimeLeft until={flow.until} />
      </p>
      <p className="well mono auth-page" role="group" aria-label={t('flow.page')}>
        <span className="quiet">{before}</span>
        <b>{host}</b>
        <span className="quiet">{after.replace(/[?#].*/s, '')}</span>
      </p>
      <button
        type="button"
        className="btn ghost sm auth-fold"
        aria-expanded={isElsewhere}
        onClick={() => setIsElsewhere(!isElsewhere)}
      >
        <Icon name={isElsewhere ? 'chev-d' : 'chev-r'} className="s14" />
        {t('flow.elsewhere')}
      </button>
      {isElsewhere && <PasteAnswer server={server} flow={flow} />}
    </div>
  );
}

function TimeLeft({ until }: { readonly until: number }) {
  const { t } = useTranslation('auth');
  const format = useFormat();
  const now = useNow(1000);
  const left = format.uptime(Math.max(0, until - now));
  // Read out once with the sentence, not every second.
  return (
    <span className="quiet num" aria-hidden="true">
      {t('flow.left', { time: left })}
    </span>
  );
}
