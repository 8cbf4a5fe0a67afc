import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContextMeter } from '../../../shared/context.ts';
import { toAppError } from '../../../shared/errors.ts';
import type { AppError } from '../../../shared/errors.ts';
import { ask, useBridge } from '../api.ts';
import type { ConversationHead } from '../store/conversation.ts';
import { InlineError } from '../ui/InlineError.tsx';
import { useAction } from '../ui/useAction.ts';
import { useFormat } from '../ui/useFormat.ts';
import { meterParts } from './meterParts.ts';
import type { MeterPart } from './meterParts.ts';

type Props = {
  readonly conversationId: string | undefined;
  readonly head: ConversationHead | undefined;
};

/** What the next request is made of, and the button that makes it smaller. */
export function MeterPopup({ conversationId, head }: Props) {
  const { t } = useTranslation('context');
  const bridge = useBridge();
  const format = useFormat();
  const compacting = useAction();
  const idle = (head?.activity ?? 'idle') === 'idle';
  const { meter, error } = useMeter(conversationId, idle ? head : undefined);
  if (error) return <InlineError error={error} />;
  if (!meter) {
    return (
      <p className="quiet meter-wait" role="status">
        {t('counting')}
      </p>
    );
  }
  const parts = meterParts(meter);
  const used = parts.reduce((sum, { tokens }) => sum + tokens, 0);
  const share = (tokens: number) => format.percent((tokens / meter.window) * 100);
  const compact = () => {
    if (conversationId === undefined) return;
    void compacting.run(() => ask(bridge, 'chat.compact', conversationId));
  };
  return (
    <>
      <p className="meter-sum">
        <b>{format.tokens(used)}</b>{' '}
        <span className="quiet">{t('of', { window: format.tokens(meter.window) })}</span>
        <span className="grow" />
        <span>{share(used)}</span>
      </p>
      <Bar parts={parts} meter={meter} />
      <ul className="meter-parts" aria-label={t('parts')}>
        {parts.map((part) => (
          <li key={part.key}>
            <i className={`swatch ${part.look}`} aria-hidden="true" />
            <PartName part={part} />
            <span className="num">{format.tokens(part.tokens)}</span>
            <span className="quiet num meter-share">{share(part.tokens)}</span>
          </li>
        ))}
      </ul>
      {meter.leftOut !== undefined && (
        <p className="quiet">{t('leftOut', { tokens: format.tokens(meter.leftOut) })}</p>
      )}
      {!meter.isCounted && <p className="quiet">{t('estimate')}</p>}
      <InlineError error={compacting.error} onDismiss={compacting.clear} />
      <div className="meter-foot">
        <span className="quiet grow">
          {t('from', { tokens: format.tokens(meter.compactOver) })}
        </span>
        <button
          type="button"
          className="btn"
          disabled={!meter.canCompact || !idle || compacting.busy}
          onClick={compact}
        >
          {t('compact')}
        </button>
      </div>
    </>
  );
}

function PartName({ part }: { part: MeterPart }) {
  const { t } = useTranslation('context');
  switch (part.kind) {
    case 'server':
      return (
        <span className="grow meter-server">
          <span className="cut-line" title={part.server}>
            {part.server}
          </span>
          <span className="quiet">
            {part.told === part.tools
              ? t('tools', { count: part.tools })
              : t('toolsOf', { told: part.told, count: part.tools })}
          </span>
        </span>
      );
    case 'more-servers':
      return <span className="grow">{t('moreServers', { count: part.count })}</span>;
    case 'system':
    case 'builtins':
    case 'messages':
      return <span className="grow">{t(part.kind)}</span>;
  }
}

/** The same as the list, for the eye alone. */
function Bar({ parts, meter }: { parts: readonly MeterPart[]; meter: ContextMeter }) {
  const width = (tokens: number) => `${Math.min(100, (tokens / meter.window) * 100)}%`;
  return (
    <div className="meter-bar" aria-hidden="true">
      {parts
        .filter(({ tokens }) => tokens > 0)
        .map((part) => (
          <span key={part.key} className={part.look} style={{ width: width(part.tokens) }} />
        ))}
      <i className="meter-limit" style={{ left: width(meter.compactOver) }} />
    </div>
  );
}

/**
 * Asked for while it is shown, and again with each head that is at rest: a short turn may begin and end
 * between two of them.
 */
function useMeter(id: string | undefined, atRest: ConversationHead | undefined) {
  const bridge = useBridge();
  const [state, setState] = useState<{ readonly meter?: ContextMeter; readonly error?: AppError }>(
    {},
  );
  useEffect(() => {
    let current = true;
    ask(bridge, 'chat.meter', id).then(
      (meter) => current && setState({ meter }),
      (thrown: unknown) => current && setState({ error: toAppError(thrown) }),
    );
    return () => {
      current = false;
    };
  }, [bridge, id, atRest]);
  return state;
}
