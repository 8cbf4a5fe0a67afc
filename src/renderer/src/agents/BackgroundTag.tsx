import { useTranslation } from 'react-i18next';
import type { ToolCall } from '../../../shared/chat.ts';

/** Says of a call where it goes on, or, beside its end, where it went on. */
export function BackgroundTag({ call: { background, state } }: { call: ToolCall }) {
  const { t } = useTranslation('agents');
  if (background === undefined) return null;
  return (
    <span className="tag" title={background}>
      {t(state === 'running' ? 'background.running' : 'background.tag')}
    </span>
  );
}
