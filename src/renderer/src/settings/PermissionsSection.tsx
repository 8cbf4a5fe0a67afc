import { useTranslation } from 'react-i18next';
import type { SettingsView } from '../../../shared/settings.ts';
import { TrustTable } from '../servers/detail/TrustTable.tsx';
import { InlineError } from '../ui/InlineError.tsx';
import { ModeRow } from './ModeRow.tsx';
import { RuleForm } from './RuleForm.tsx';
import { RuleRow } from './RuleRow.tsx';
import { SettingSection } from './SettingRow.tsx';
import { useRules } from './useRules.ts';

/** What may run without asking: the mode, and the rules of all layers. */
export function PermissionsSection({ settings }: { settings: SettingsView }) {
  const { t } = useTranslation('settings');
  const { rules, error, edit, forget } = useRules(settings);
  return (
    <SettingSection name="permissions" title={t('permissions.title')}>
      <ModeRow mode={settings.permissionMode} />
      {rules?.length === 0 && <p className="setting setting-empty">{t('permissions.none')}</p>}
      {rules?.map((rule) => (
        <RuleRow
          key={`${rule.layer}\n${rule.verdict}\n${rule.text}`}
          rule={rule}
          onEdit={edit}
          onForget={forget}
        />
      ))}
      {error && (
        <div className="setting rule-error">
          <InlineError error={error} />
        </div>
      )}
      <RuleForm onSave={(next) => edit({ next })} />
      <div className="setting setting-trust">
        <TrustTable />
      </div>
    </SettingSection>
  );
}
