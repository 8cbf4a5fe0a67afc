import { useTranslation } from 'react-i18next';
import type { ToolCall } from '../../../shared/chat.ts';
import type { PermissionPrompt } from '../../../shared/permission.ts';

/** Why a call is asked about, in a sentence; `isOurs` where no server offers the tool. */
export function usePromptWhy(): (prompt: PermissionPrompt, isOurs: boolean) => string {
  const { t } = useTranslation(['chat', 'workspace', 'hooks']);
  return ({ hook, reason, rule }, isOurs) => {
    const named = rule ? `${rule.text} (${t(`layer.${rule.layer}`)})` : '';
    const asked = t(`why.${reason}`, { rule: named });
    const why = reason === 'hook' && hook ? t('hooks:why', hook) : asked;
    return isOurs ? t(`workspace:why.${reason}`, why) : why;
  };
}

/** What a tool is called: built-in ones are ours to name; a server names its own. */
export function useToolTitle(): (call: ToolCall) => string {
  const { t } = useTranslation('chat');
  return ({ name, server, title }) => (server === undefined ? t(`builtin.${name}`, title) : title);
}

/** What is asked about a tool of ours that has words of its own for it; undefined for any other. */
export function useOwnQuestion(): (call: ToolCall) => string | undefined {
  const { t, i18n } = useTranslation('workspace');
  return ({ name, server }) => {
    const words = `workspace:ask.${name}`;
    return server === undefined && i18n.exists(words) ? t(words) : undefined;
  };
}
