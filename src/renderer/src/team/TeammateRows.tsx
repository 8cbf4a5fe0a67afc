import { useTranslation } from 'react-i18next';
import type { Activity } from '../../../shared/chat.ts';
import type { Task, Teammate, TeamOfChat } from '../../../shared/team.ts';
import { useConversations } from '../store/stores.ts';
import { Icon } from '../ui/Icon.tsx';
import { InlineError } from '../ui/InlineError.tsx';
import { formatTime } from '../ui/format.ts';
import { useAction } from '../ui/useAction.ts';
import { useFormat } from '../ui/useFormat.ts';
import { TeammateButton } from './TeammateButton.tsx';
import { looks, shownState } from './teammateLooks.ts';

type Props = {
  readonly team: TeamOfChat;
  readonly tasks: readonly Task[];
  /** The one whose conversation is open. */
  readonly selected: string | undefined;
  readonly onOpen: (id: string) => void;
};

/** Those who work for a chat: what each does, and what it works on. */
export function TeammateRows({ team, tasks, selected, onOpen }: Props) {
  const agents = useConversations()?.find(({ id }) => id === team.id)?.agents ?? [];
  return (
    <ul className="team-rows">
      {team.teammates.map((teammate) => (
        <TeammateRow
          key={teammate.id}
          teammate={teammate}
          activity={agents.find(({ id }) => id === teammate.id)?.activity}
          subjects={teammate.tasks.map((id) => tasks.find((task) => task.id === id)?.subject ?? id)}
          isSelected={teammate.id === selected}
          onOpen={onOpen}
        />
      ))}
    </ul>
  );
}

type RowProps = Pick<Props, 'onOpen'> & {
  readonly teammate: Teammate;
  readonly activity: Activity | undefined;
  readonly subjects: readonly string[];
  readonly isSelected: boolean;
};

function TeammateRow({ teammate, activity, subjects, isSelected, onOpen }: RowProps) {
  const { t } = useTranslation('teammates');
  const action = useAction();
  const format = useFormat();
  const { id, name, role, since, allowed } = teammate;
  const state = shownState(teammate, activity);
  const { icon, tone } = looks[state];
  const tools = allowed && (allowed.length === 0 ? t('tools.none') : format.list(allowed));
  return (
    <li aria-label={name} className={isSelected ? 'selected' : undefined}>
      <div className="team-row">
        <button
          type="button"
          className="teammate-open"
          aria-expanded={isSelected}
          title={t('open', { name })}
          onClick={() => onOpen(id)}
        >
          <Icon name={icon} className={`st ${tone}`} />
          <b className="cut-line">{name}</b>
          <span className="cut-line mid grow" title={role}>
            {subjects.length > 0 ? format.list(subjects) : role}
          </span>
        </button>
        {tools !== undefined && (
          <span className="tag cut-line teammate-tools" title={t('tools.title', { tools })}>
            <Icon name="wrench" className="s14" />
            {tools}
          </span>
        )}
        <span className={`teammate-state ${tone}`}>{t(`state.${state}`)}</span>
        <time className="num quiet" title={format.moment(since)}>
          {formatTime(since)}
        </time>
        <TeammateButton teammate={teammate} action={action} />
      </div>
      <InlineError error={action.error} onDismiss={action.clear} />
    </li>
  );
}
