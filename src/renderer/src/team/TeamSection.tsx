import { useTranslation } from 'react-i18next';
import type { Task, TeamOfChat } from '../../../shared/team.ts';
import { ask, useBridge } from '../api.ts';
import { AgentPrompts } from '../chat/AgentPrompts.tsx';
import { useGo } from '../store/stores.ts';
import { Icon } from '../ui/Icon.tsx';
import { InlineError } from '../ui/InlineError.tsx';
import { Select } from '../ui/Select.tsx';
import { useAction } from '../ui/useAction.ts';
import { PlanCard } from './PlanCard.tsx';
import { TeammateRows } from './TeammateRows.tsx';
import { isAtWork } from './teammateLooks.ts';

type Props = {
  /** Those of one folder, the latest first; at least one. */
  readonly teams: readonly TeamOfChat[];
  readonly team: TeamOfChat;
  readonly onChoose: (id: string) => void;
  readonly tasks: readonly Task[];
  readonly selected: string | undefined;
  readonly onOpen: (id: string) => void;
};

/** The teammates of one chat, and what of them waits for a person. */
export function TeamSection({ teams, team, onChoose, tasks, selected, onOpen }: Props) {
  const { t } = useTranslation('teammates');
  const go = useGo();
  const bridge = useBridge();
  const stopping = useAction();
  const atWork = team.teammates.some(({ state }) => isAtWork(state));
  const nameOf = ({ title }: TeamOfChat) => title || t('untitled');
  return (
    <section className="team-section first" aria-label={t('title')}>
      <h2>
        {t('title')}
        <span className="quiet num">{team.teammates.length}</span>
        <span className="grow" />
        {teams.length > 1 && (
          <Select
            label={t('of-chat')}
            className="btn sm ghost team-folder"
            value={team.id}
            options={teams.map((one) => ({ value: one.id, label: nameOf(one) }))}
            onChange={onChoose}
          />
        )}
        <button
          type="button"
          className="btn ghost sm team-chat"
          title={nameOf(team)}
          onClick={() => go({ view: 'chat', conversationId: team.id })}
        >
          <Icon name="chat" className="s14" />
          {t('lead-chat')}
        </button>
        {atWork && (
          <button
            type="button"
            className="btn ghost sm"
            disabled={stopping.busy}
            onClick={() => void stopping.run(() => ask(bridge, 'chat.stop', team.id))}
          >
            <Icon name="stop" className="s14" />
            {t('stop-all')}
          </button>
        )}
      </h2>
      <InlineError error={stopping.error} onDismiss={stopping.clear} />
      <AgentPrompts parent={team.id} except={selected} />
      {team.plans.map((plan) => (
        <PlanCard key={plan.id} team={team.id} plan={plan} />
      ))}
      <TeammateRows team={team} tasks={tasks} selected={selected} onOpen={onOpen} />
    </section>
  );
}
