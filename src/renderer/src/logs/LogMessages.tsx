import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '../../../shared/errors.ts';
import type { LogBody, LogEntry } from '../../../shared/log.ts';
import { useBridge } from '../api.ts';
import { Icon } from '../ui/Icon.tsx';
import { InlineError } from '../ui/InlineError.tsx';
import { JsonTree } from '../ui/JsonTree.tsx';
import { useFormat } from '../ui/useFormat.ts';
import { ViewButton } from '../viewer/ViewButton.tsx';
import { useCopy } from './useCopy.ts';
import { parseBody, prettyBody } from './bodyText.ts';

/** What an opened line holds: both messages of a call side by side, or the text in whole. */
export function LogMessages({ entry }: { entry: LogEntry }) {
  const { t } = useTranslation('logs');
  const { body, error } = useBody(entry);
  const format = useFormat();
  if (error) return <InlineError error={error} />;
  if (!body) return <div className="pair-cols pending" />;
  if (body.request === undefined) {
    return (
      <div className="pair-cols single">
        <section aria-label={t('body.text')}>
          <MessageHead title={t('body.text')} note="" copy={entry.text} />
          <p className="mono outside">{entry.text}</p>
        </section>
      </div>
    );
  }
  const id = entry.rpcId === undefined ? '' : t('body.id', { id: entry.rpcId });
  const call = entry.kind === 'call';
  const isJson = parseBody(body.request).ok;
  return (
    <div className={call ? 'pair-cols' : 'pair-cols single'}>
      <section aria-label={t(call ? 'body.request' : isJson ? 'body.message' : 'body.text')}>
        <MessageHead
          title={t(call ? 'body.request' : isJson ? 'body.message' : 'body.text')}
          note={id}
          copy={prettyBody(body.request)}
        />
        <Message text={body.request} />
      </section>
      {call && (
        <section aria-label={t('body.response')}>
          <MessageHead
            title={t('body.response')}
            note={
              entry.durationMs === undefined
                ? ''
                : t('body.later', { time: format.duration(entry.durationMs) })
            }
            copy={body.response === undefined ? undefined : prettyBody(body.response)}
          />
          {body.response === undefined ? (
            <p className="quiet">{t('body.noResponse')}</p>
          ) : (
            <Message text={body.response} />
          )}
        </section>
      )}
    </div>
  );
}

function MessageHead(props: { title: string; note: string; copy: string | undefined }) {
  const { t } = useTranslation('logs');
  const { copied, copy } = useCopy();
  const { copy: text } = props;
  return (
    <h2>
      {props.title} <span className="quiet num">{props.note}</span>
      <span className="grow" />
      {text !== undefined && (
        <ViewButton viewed={() => ({ kind: 'text', title: props.title, text })} />
      )}
      {text !== undefined && (
        <button type="button" className="btn ghost sm" onClick={() => copy(text)}>
          <Icon name={copied ? 'check' : 'copy'} className="s14" />
          {t(copied ? 'body.copied' : 'body.copy')}
        </button>
      )}
    </h2>
  );
}

function Message({ text }: { text: string }) {
  const parsed = parseBody(text);
  if (!parsed.ok) return <p className="mono outside">{text}</p>;
  return <JsonTree value={parsed.value} openDepth={4} />;
}

/** The messages of a line; asked for again when its response has come. */
function useBody(entry: LogEntry): { body?: LogBody; error?: AppError } {
  const bridge = useBridge();
  const [answer, setAnswer] = useState<{ body?: LogBody; error?: AppError }>({});
  const { seq, durationMs, bytes } = entry;
  useEffect(() => {
    let current = true;
    void bridge.request('log.body', seq).then((result) => {
      if (current) setAnswer(result.ok ? { body: result.value } : { error: result.error });
    });
    return () => {
      current = false;
    };
  }, [bridge, seq, durationMs, bytes]);
  return answer;
}
