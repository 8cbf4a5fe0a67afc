import { useTranslation } from 'react-i18next';
import type { ToolCall } from '../../../shared/chat.ts';

/** Says of a call where it goes on, where it went, or, beside its end, where it ended. */
export function BackgroundTag({ call: { background, state, endedAt } }: { call: ToolCall }) {
  const { t } = useTranslation('agents');
  if (background === undefined) return null;
  const where =
    state === 'running' ? 'running' : state === 'done' && endedAt === undefined ? 'left' : 'ended';
  return (
    <span className="tag" title={background}>
      {t(`background.${where}`)}
    </span>
  );
}
