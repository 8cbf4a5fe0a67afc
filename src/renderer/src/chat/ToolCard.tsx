import { useTranslation } from 'react-i18next';
import type { ToolCall, ToolCallState } from '../../../shared/chat.ts';
import { BackgroundButton } from '../agents/BackgroundButton.tsx';
import { BackgroundTag } from '../agents/BackgroundTag.tsx';
import { wentOn, withoutNote } from '../agents/leftCall.ts';
import { useWaitingAgents } from '../agents/useWaitingAgents.ts';
import { ask, useBridge } from '../api.ts';
import { GoesTo } from '../channels/GoesTo.tsx';
import { useGo } from '../store/stores.ts';
import { Icon } from '../ui/Icon.tsx';
import { useAction } from '../ui/useAction.ts';
import { useErrorText } from '../ui/errorText.ts';
import { useFormat } from '../ui/useFormat.ts';
import { useNow } from '../ui/useNow.ts';
import { callSubject, opensItself } from '../workspace/callSubject.ts';
import { DiffCounts } from '../workspace/DiffView.tsx';
import { argsLine } from './argsLine.ts';
import { callLooks } from './callLooks.ts';
import { useConversation, useFold } from './ConversationContext.ts';
import { DecisionLine } from './DecisionLine.tsx';
import { ToolBody } from './ToolBody.tsx';
import { useToolTitle } from './usePromptWords.ts';

const leftLook: (typeof callLooks)[ToolCallState] = { icon: 'layers', tone: 'st-stopped' };

type CardProps = {
  readonly id: string;
  readonly call: ToolCall;
  /** It stands for the end of a call that went on in the background. */
  readonly isEnd?: boolean;
};

/** A tool call on one line; opened, its arguments and result. */
export function ToolCard({ id, call: kept, isEnd = false }: CardProps) {
  const { t } = useTranslation(['chat', 'agents']);
  const hasLeft = !isEnd && wentOn(kept);
  const call = hasLeft ? withoutNote(kept) : kept;
  const [unfolded, toggle] = useFold(id, !hasLeft && opensItself(call));
  const agent = call.view?.kind === 'agent' ? call.view.conversationId : undefined;
  const { store } = useConversation();
  const waits = useWaitingAgents(store.id).some((one) => one === agent);
  // What waits for a person is never folded away.
  const open = unfolded || waits;
  const { icon, tone } = hasLeft ? leftLook : callLooks[waits ? 'waiting' : call.state];
  const [only] = Object.values(call.input);
  const plain = call.server === undefined && Object.keys(call.input).length === 1;
  const line = plain && typeof only === 'string' ? only : argsLine(call.input);
  const args = callSubject(call) ?? line;
  const state = hasLeft ? t('agents:background.left') : t(`call.${waits ? 'waiting' : call.state}`);
  const title = useToolTitle()(call);
  return (
    <article className="card" aria-label={t('call.label', { tool: call.name, state })}>
      <div className="card-line">
        <button type="button" className="card-head" aria-expanded={open} onClick={toggle}>
          <Icon name={icon} className={`st ${tone}`} />
          {call.server !== undefined && <span className="badge">{call.server}</span>}
          <span className="name">{title}</span>
          <GoesTo call={call} />
          <span className="args mono cut-line">{args}</span>
        </button>
        <CardSide id={id} call={call} />
      </div>
      {open && <ToolBody call={call} />}
      {/* Somebody else may have answered: that is seen without opening it. */}
      {!open && call.decision?.by.kind === 'channel' && <DecisionLine decision={call.decision} />}
      {call.state === 'running' && <Progress call={call} />}
    </article>
  );
}

function CardSide({ id, call }: { id: string; call: ToolCall }) {
  const { t } = useTranslation('chat');
  const go = useGo();
  const bridge = useBridge();
  const { store } = useConversation();
  const { busy, error, run } = useAction();
  const text = useErrorText();
  const stop = () =>
    run(() => ask(bridge, 'chat.stopTool', { conversationId: store.id, itemId: id }));
  const { logSeq } = call;
  return (
    <div className="card-side">
      {error && <span className="action-failed cut-line">{text(error)}</span>}
      <BackgroundTag call={call} />
      <Words call={call} />
      <Elapsed call={call} />
      {logSeq !== undefined && (
        <button
          type="button"
          className="icon sm"
          aria-label={t('call.log')}
          title={t('call.log')}
          onClick={() => go({ view: 'logs', seq: logSeq })}
        >
          <Icon name="logs" className="s14" />
        </button>
      )}
      <BackgroundButton id={id} call={call} />
      {call.state === 'running' && (
        <button
          type="button"
          className="btn sm"
          aria-label={t('call.stop', { tool: call.title })}
          disabled={busy}
          onClick={() => void stop()}
        >
          <Icon name="stop" className="s14" />
          {t('stop')}
        </button>
      )}
    </div>
  );
}

function Words({ call }: { call: ToolCall }) {
  const { t } = useTranslation(['chat', 'workspace', 'agents']);
  const format = useFormat();
  const words = (): string | undefined => {
    const { progress, state } = call;
    if (call.view?.kind === 'agent' && state !== 'error') {
      const { calls, tokens } = call.view;
      return t('agents:done', {
        calls: t('agents:calls', { count: calls }),
        tokens: format.tokens(tokens),
      });
    }
    if (state === 'running') {
      if (!progress) return undefined;
      if (progress.message !== undefined && progress.message !== '') return progress.message;
      if (progress.total === undefined) return undefined;
      return t('call.progress', {
        done: format.count(progress.progress),
        total: format.count(progress.total),
      });
    }
    const { outcome, view } = call;
    const { code, signal, limit } = (view?.kind === 'terminal' ? view.end : undefined) ?? {};
    if (limit !== undefined) return t('workspace:terminal.limit', { time: limit });
    if (signal !== undefined) return t('workspace:terminal.signal', { signal });
    if (code !== undefined && state !== 'stopped') return t('workspace:terminal.exit', { code });
    if (outcome) return t(`outcome.${outcome.code}`, { count: outcome.count });
    if (state === 'done') return undefined;
    return (state === 'error' ? firstLine(call) : undefined) ?? t(`call.${state}`);
  };
  const shown = words();
  if (call.view?.kind === 'diff' && call.state === 'done') {
    return (
      <>
        {call.view.isNew && <span className="tag">{t('workspace:diff.new')}</span>}
        <DiffCounts view={call.view} />
      </>
    );
  }
  if (shown === undefined) return null;
  return (
    <span className={`words cut-line ${call.state === 'error' ? 'st-failed' : ''}`} title={shown}>
      {shown}
    </span>
  );
}

/** The reason of a failed call, so that it can be read without opening the card. */
function firstLine({ result }: ToolCall): string | undefined {
  const text = result?.find((part) => part.kind === 'text')?.text.trim();
  return text === undefined || text === '' ? undefined : text.split('\n', 1)[0];
}

function Elapsed({ call }: { call: ToolCall }) {
  const format = useFormat();
  const now = useNow(100, call.state === 'running');
  if (call.state === 'queued' || call.state === 'waiting' || call.state === 'denied') return null;
  if (call.state !== 'running' && call.endedAt === undefined) return null;
  const end = call.endedAt ?? now;
  return <span className="num">{format.duration(Math.max(0, end - call.startedAt))}</span>;
}

function Progress({ call }: { call: ToolCall }) {
  const { t } = useTranslation('chat');
  const { progress, total } = call.progress ?? {};
  if (progress === undefined || total === undefined || total <= 0) return null;
  const share = Math.min(1, Math.max(0, progress / total));
  return (
    <div
      className="bar-line"
      role="progressbar"
      aria-label={t('call.progress-label', { tool: call.title })}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={Math.min(progress, total)}
    >
      <i style={{ width: `${share * 100}%` }} />
    </div>
  );
}
