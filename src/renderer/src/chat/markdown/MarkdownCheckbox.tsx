import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExtraProps } from 'streamdown';
import { Icon } from '../../ui/Icon.tsx';

/** The box of a task list's item; it shows, and cannot be clicked. */
export function MarkdownCheckbox({ checked = false }: ComponentProps<'input'> & ExtraProps) {
  const { t } = useTranslation('chat');
  return (
    <span className="task" role="img" aria-label={t(checked ? 'task.done' : 'task.open')}>
      {checked && <Icon name="check" />}
    </span>
  );
}
