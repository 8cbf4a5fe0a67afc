import { useTranslation } from 'react-i18next';
import { ask, useBridge } from '../api.ts';
import { SettingRow, SettingSection } from '../settings/SettingRow.tsx';
import { useGo } from '../store/stores.ts';
import { useAction } from '../ui/useAction.ts';

/** Takes all conversations out of Patchbay, and in again. */
export function ConversationsSection() {
  const { t } = useTranslation('history');
  const bridge = useBridge();
  const go = useGo();
  const action = useAction();
  const exportAll = (format: 'markdown' | 'json') =>
    action.run(() => ask(bridge, 'chat.export', { format, title: t('export-title') }));
  const bringIn = () =>
    action.run(async () => {
      const ids = await ask(bridge, 'chat.import', { title: t('all.import') });
      const [first] = ids ?? [];
      if (first !== undefined) go({ view: 'chat', conversationId: first });
    });
  const button = (label: string, act: () => Promise<unknown>) => (
    <button type="button" className="btn sm" disabled={action.busy} onClick={() => void act()}>
      {label}
    </button>
  );
  return (
    <SettingSection name="conversations" title={t('all.title')}>
      <SettingRow label={t('all.export')} note={t('all.export-note')}>
        {button(t('all.markdown'), () => exportAll('markdown'))}
        {button(t('all.json'), () => exportAll('json'))}
      </SettingRow>
      <SettingRow
        label={t('all.import')}
        note={t('all.import-note')}
        saving={{ ...action, saved: false }}
      >
        {button(t('all.choose'), bringIn)}
      </SettingRow>
    </SettingSection>
  );
}
