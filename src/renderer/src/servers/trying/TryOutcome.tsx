import { useTranslation } from 'react-i18next';
import type { ToolCall, ToolCallState } from '../../../../shared/chat.ts';
import type { PermissionAnswer, PermissionPrompt } from '../../../../shared/permission.ts';
import { callLooks } from '../../chat/callLooks.ts';
import { PromptReason } from '../../chat/PromptReason.tsx';
import { ToolBody } from '../../chat/ToolBody.tsx';
import { useGo } from '../../store/stores.ts';
import { Icon } from '../../ui/Icon.tsx';
import { InlineError } from '../../ui/InlineError.tsx';
import { useFormat } from '../../ui/useFormat.ts';
import { useNow } from '../../ui/useNow.ts';
import type { TryState } from './useTry.ts';

/** How a call that was tried goes, and what came back, shown as in the chat. */
export function TryOutcome({ current, server }: { current: TryState; server: string }) {
  const { t } = useTranslation('trying');
  const { call, error, isRunning, id } = current;
  if (id === undefined) return <p className="quiet try-none">{t('nothingYet')}</p>;
  const state = call?.state ?? (isRunning ? 'queued' : undefined);
  return (
    <section className="try-outcome" aria-label={t('outcome')}>
      {error ? (
        <Line state="failed" call={call} current={current} />
      ) : (
        state && <Line state={state} call={call} current={current} />
      )}
      <InlineError error={error} server={server} />
      {call?.state === 'waiting' && call.prompt && (
        <Prompt prompt={call.prompt} onAnswer={current.answer} />
      )}
      {call && !isRunning && !error && <ToolBody call={call} />}
    </section>
  );
}

/** `failed`: it got no answer. */
type LineState = ToolCallState | 'failed';

function Line(props: { state: LineState; call: ToolCall | undefined; current: TryState }) {
  const { state, call, current } = props;
  const { t } = useTranslation('trying');
  const { t: tChat } = useTranslation('chat');
  const format = useFormat();
  const go = useGo();
  const now = useNow(100, current.isRunning);
  // Nothing else is before it that it could be queued behind.
  const looks = state === 'queued' ? 'running' : state === 'failed' ? 'error' : state;
  const { icon, tone } = callLooks[looks];
  const { logSeq, progress } = call ?? {};
  const took =
    call && state !== 'waiting' && state !== 'denied' && state !== 'failed'
      ? (call.endedAt ?? now) - call.startedAt
      : undefined;
  return (
    <div className="try-line">
      <Icon name={icon} className={`st ${tone}`} />
      <b role="status">{t(`state.${state}`)}</b>
      {progress && state === 'running' && (
        <span className="mid cut-line">
          {progress.message ??
            (progress.total === undefined
              ? format.count(progress.progress)
              : tChat('call.progress', {
                  done: format.count(progress.progress),
                  total: format.count(progress.total),
                }))}
        </span>
      )}
      <span className="grow" />
      {took !== undefined && (
        <span className="num quiet">{format.duration(Math.max(0, took))}</span>
      )}
      {logSeq !== undefined && (
        <button
          type="button"
          className="btn ghost sm"
          onClick={() => go({ view: 'logs', seq: logSeq })}
        >
          <Icon name="logs" className="s14" />
          {tChat('call.log')}
        </button>
      )}
    </div>
  );
}

function Prompt(props: { prompt: PermissionPrompt; onAnswer: (answer: PermissionAnswer) => void }) {
  const { prompt, onAnswer } = props;
  const { t } = useTranslation('chat');
  return (
    <div className="card prompt try-prompt" role="group" aria-label={t('prompt.why')}>
      <PromptReason prompt={prompt} isOurs={false} />
      <div className="answers">
        <button
          type="button"
          className="btn primary"
          autoFocus
          onClick={() => onAnswer('allow-once')}
        >
          {t('prompt.allow-once')}
        </button>
        <button type="button" className="btn" onClick={() => onAnswer('deny')}>
          {t('prompt.deny')}
        </button>
      </div>
    </div>
  );
}
