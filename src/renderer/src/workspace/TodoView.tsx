import { useTranslation } from 'react-i18next';
import type { Todo } from '../../../shared/chat.ts';
import { Icon } from '../ui/Icon.tsx';
import type { IconName } from '../ui/iconPaths.ts';

const icons: Record<Todo['state'], IconName> = {
  pending: 'st-todo',
  in_progress: 'st-starting',
  completed: 'st-ok',
};
const tones: Record<Todo['state'], string> = {
  pending: 'st-stopped',
  in_progress: 'st-starting',
  completed: 'st-ok',
};

/** The list of what is to be done. */
export function TodoView({ todos }: { todos: readonly Todo[] }) {
  const { t } = useTranslation('workspace');
  return (
    <ul className="todos" aria-label={t('todos.label')}>
      {todos.map(({ text, state }, at) => (
        <li key={at} className={`todo ${state}`}>
          <Icon name={icons[state]} className={`st s14 ${tones[state]}`} />
          <span className="hidden-words">{t(`todos.${state}`)}: </span>
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}
