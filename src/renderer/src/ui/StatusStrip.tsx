import { useTranslation } from 'react-i18next';
import type { ServerSummary } from '../../../shared/server.ts';
import {
  useConfig,
  useConversations,
  useGo,
  useQuestions,
  useServers,
  useSettings,
} from '../store/stores.ts';
import { waitsIn } from '../store/waits.ts';
import { useShowQuestion } from '../questions/useShowQuestion.ts';
import { ContextMeter } from '../context/ContextMeter.tsx';
import { Icon } from './Icon.tsx';
import { MiddleCut } from './MiddleCut.tsx';
import { StateIcon } from './StateIcon.tsx';
import { useFormat } from './useFormat.ts';
import { useModelName } from './useModelName.ts';

/** One line about everything: servers, what waits or failed, the model, the tokens of this chat. */
export function StatusStrip() {
  const { t } = useTranslation('common');
  const go = useGo();
  const settings = useSettings();
  const model = useModelName();
  const keychain = settings?.keychainProblem?.kind;
  return (
    <footer className="strip" aria-label={t('strip.label')}>
      <Servers />
      <Approvals />
      <Prompts />
      <Questions />
      {settings && settings.problems.length > 0 && (
        <button type="button" className="st-failed" onClick={() => go({ view: 'settings' })}>
          <StateIcon kind="failed" />
          {t('strip.problem')}
        </button>
      )}
      {(keychain === 'locked' || keychain === 'silent') && (
        <button type="button" className="needs-you" onClick={() => go({ view: 'settings' })}>
          <Icon name="key" />
          {t('strip.keychain')}
        </button>
      )}
      <span className="grow" />
      {model !== undefined && (
        <button
          type="button"
          className="model"
          onClick={() => go({ view: 'settings', section: 'model' })}
        >
          <span className="cut-line">{model}</span>
        </button>
      )}
      <ContextMeter />
    </footer>
  );
}

const inState = (servers: readonly ServerSummary[], ...kinds: readonly string[]) =>
  servers.filter(({ state }) => kinds.includes(state.kind));

function Servers() {
  const { t } = useTranslation('common');
  const go = useGo();
  const servers = useServers();
  const { list } = useFormat();
  if (!servers) return null;
  const connected = inState(servers, 'connected').length;
  const starting = inState(servers, 'starting', 'installing').length;
  const needsAuth = inState(servers, 'needs-auth');
  const failed = inState(servers, 'failed');
  /** One by its name, several by their number. */
  const about = (those: readonly ServerSummary[], key: 'needs-auth' | 'failed') => {
    const only = those.length === 1 ? those[0]?.name : undefined;
    if (only === undefined) return t(`strip.${key}-more`, { count: those.length });
    return t(`strip.${key}`, { server: only });
  };
  const show = ([first]: readonly ServerSummary[]) =>
    go({ view: 'servers', ...(first ? { server: first.name } : {}) });
  const counted = t('strip.connected', { connected, count: servers.length });
  const needs = [
    ...(needsAuth.length > 0 ? [about(needsAuth, 'needs-auth')] : []),
    ...(failed.length > 0 ? [about(failed, 'failed')] : []),
  ];
  return (
    <>
      <span className="sr" role="status">
        {list(needs)}
      </span>
      <button type="button" onClick={() => go({ view: 'servers' })}>
        <Icon name="servers" />
        {servers.length === 0 ? t('strip.no-servers') : counted}
        {starting > 0 && <span className="quiet">{t('strip.starting', { count: starting })}</span>}
      </button>
      {needsAuth.length > 0 && (
        <button type="button" className="needs-you" onClick={() => show(needsAuth)}>
          <StateIcon kind="needs-auth" />
          <MiddleCut text={about(needsAuth, 'needs-auth')} />
        </button>
      )}
      {failed.length > 0 && (
        <button type="button" className="st-failed" onClick={() => show(failed)}>
          <StateIcon kind="failed" />
          <MiddleCut text={about(failed, 'failed')} />
        </button>
      )}
    </>
  );
}

function Approvals() {
  const { t } = useTranslation('approvals');
  const go = useGo();
  const count = useConfig()?.waiting.length ?? 0;
  if (count === 0) return null;
  return (
    <button type="button" className="needs-you" onClick={() => go({ view: 'servers' })}>
      <Icon name="hand" />
      {t('strip', { count })}
    </button>
  );
}

function Prompts() {
  const { t } = useTranslation('common');
  const go = useGo();
  const waiting = useConversations()?.filter((one) => waitsIn(one) > 0) ?? [];
  const [first] = waiting;
  if (!first) return null;
  return (
    <button
      type="button"
      className="needs-you"
      onClick={() => go({ view: 'chat', conversationId: first.id })}
    >
      <Icon name="hand" />
      {t('strip.prompts', { count: waiting.reduce((sum, one) => sum + waitsIn(one), 0) })}
    </button>
  );
}

function Questions() {
  const { t } = useTranslation('common');
  const show = useShowQuestion();
  const questions = useQuestions();
  const [first] = questions;
  if (!first) return null;
  return (
    <button type="button" className="needs-you" onClick={() => show(first)}>
      <Icon name="bell" />
      {t('strip.questions', { count: questions.length })}
    </button>
  );
}
