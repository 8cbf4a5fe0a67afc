import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toAppError } from '../../../shared/errors.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { HookView } from '../../../shared/hook.ts';
import type { SettingsView } from '../../../shared/settings.ts';
import { ask, useBridge } from '../api.ts';
import { InlineError } from '../ui/InlineError.tsx';
import { useFormat } from '../ui/useFormat.ts';
import { SettingSection } from './SettingRow.tsx';

/** The programs that have a say in what the agent does. They are written in files, not here. */
export function HooksSection({ settings }: { settings: SettingsView }) {
  const { t } = useTranslation('hooks');
  const bridge = useBridge();
  const [hooks, setHooks] = useState<readonly HookView[]>();
  const [error, setError] = useState<AppError>();
  useEffect(() => {
    ask(bridge, 'hooks.list', undefined).then(setHooks, (thrown: unknown) =>
      setError(toAppError(thrown)),
    );
  }, [bridge, settings]);
  return (
    <SettingSection name="hooks" title={t('title')}>
      {hooks?.length === 0 && <p className="setting setting-empty">{t('none')}</p>}
      {hooks?.map((hook, index) => (
        // They stand in the order of their files, and are read anew as a whole.
        <HookRow key={index} hook={hook} />
      ))}
      {error && (
        <div className="setting rule-error">
          <InlineError error={error} />
        </div>
      )}
    </SettingSection>
  );
}

function HookRow({ hook }: { hook: HookView }) {
  const { t } = useTranslation('hooks');
  const { list } = useFormat();
  const { event, command, tools, limitMs, layer, file, ignored } = hook;
  return (
    <div className="setting rule">
      <div className="setting-words">
        <div className="setting-label">
          <span className="tag">{t(`event.${event}`)}</span>
          <span className="mono hook-command">{command.map(shown).join(' ')}</span>
        </div>
        <p>
          {tools !== undefined && <>{t('tools', { tools: list(tools) })} </>}
          {t('limit', { seconds: limitMs / 1000 })} {t(`layer.${layer}`)}{' '}
          <span className="mono path">{file}</span>
          {ignored && <b className="st-backoff"> {t('ignored')}</b>}
        </p>
      </div>
    </div>
  );
}

/** Where one word ends and the next begins has to be seen. */
const shown = (word: string): string =>
  /^[\w@%+=:,./\\-]+$/.test(word) ? word : JSON.stringify(word);
