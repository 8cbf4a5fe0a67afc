import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toAppError } from '../../../shared/errors.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { PermissionRule } from '../../../shared/permission.ts';
import { ask, useBridge } from '../api.ts';
import { InlineError } from '../ui/InlineError.tsx';
import { useFormat } from '../ui/useFormat.ts';
import { SettingRow, SettingSection } from './SettingRow.tsx';

/** The tools that may run without asking because the user said "Always for this tool". */
export function PermissionsSection() {
  const { t, i18n } = useTranslation('settings');
  const format = useFormat();
  const { rules, error, forget } = useRules();
  const day = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' });
  return (
    <SettingSection title={t('permissions.title')}>
      <InlineError error={error} />
      {rules?.length === 0 && <p className="setting-empty">{t('permissions.none')}</p>}
      {rules?.map((rule) => (
        <SettingRow
          key={`${rule.server}\n${rule.tool}`}
          label={`${rule.server} · ${rule.tool}`}
          note={
            <span title={format.moment(rule.since)}>
              {t('permissions.since', { day: day.format(rule.since) })}
            </span>
          }
        >
          <button
            type="button"
            className="btn sm"
            aria-label={t('permissions.forget', { server: rule.server, tool: rule.tool })}
            onClick={() => forget(rule)}
          >
            {t('forget')}
          </button>
        </SettingRow>
      ))}
    </SettingSection>
  );
}

function useRules(): {
  rules: readonly PermissionRule[] | undefined;
  error: AppError | undefined;
  forget: (rule: PermissionRule) => void;
} {
  const bridge = useBridge();
  const [rules, setRules] = useState<readonly PermissionRule[]>();
  const [error, setError] = useState<AppError>();
  const load = useCallback(
    () =>
      ask(bridge, 'permissions.rules', undefined).then(
        (list) => {
          setRules(
            list.flatMap(({ server, tool, since }) =>
              server !== undefined && tool !== undefined && since !== undefined
                ? [{ server, tool, since }]
                : [],
            ),
          );
          setError(undefined);
        },
        (thrown: unknown) => setError(toAppError(thrown)),
      ),
    [bridge],
  );
  useEffect(() => {
    void load();
  }, [load]);
  const forget = ({ server, tool }: PermissionRule): void => {
    ask(bridge, 'permissions.forget', { server, tool }).then(load, (thrown: unknown) =>
      setError(toAppError(thrown)),
    );
  };
  return { rules, error, forget };
}
