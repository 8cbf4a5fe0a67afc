import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RuleVerdict } from '../../../shared/permission.ts';
import { Select } from '../ui/Select.tsx';

export type WrittenRule = { readonly verdict: RuleVerdict; readonly text: string };

type Props = {
  /** The rule to change; a new one when it is absent. */
  readonly rule?: WrittenRule;
  /** Answers whether it was saved. */
  readonly onSave: (rule: WrittenRule) => Promise<boolean>;
  readonly onCancel?: () => void;
};

/** What a rule does and to what. */
export function RuleForm({ rule, onSave, onCancel }: Props) {
  const { t } = useTranslation('settings');
  const hint = useId();
  const [verdict, setVerdict] = useState<RuleVerdict>(rule?.verdict ?? 'deny');
  const [text, setText] = useState(rule?.text ?? '');
  const isSame = rule?.text === text.trim() && rule.verdict === verdict;
  const save = async (): Promise<void> => {
    const saved = await onSave({ verdict, text: text.trim() });
    if (saved && !rule) setText('');
  };
  return (
    <div className="setting wide rule-form">
      <form
        className="setting-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== '' && !isSame) void save();
        }}
      >
        <Select
          label={t('permissions.verdictLabel')}
          value={verdict}
          options={RuleVerdict.options.map((value) => ({
            value,
            label: t(`permissions.verdict.${value}`),
          }))}
          onChange={setVerdict}
        />
        <span className="field">
          <input
            className="mono"
            aria-label={t('permissions.addLabel')}
            aria-describedby={hint}
            placeholder={t('permissions.placeholder')}
            spellCheck={false}
            autoComplete="off"
            maxLength={500}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </span>
        {onCancel && (
          <button type="button" className="btn ghost" onClick={onCancel}>
            {t('permissions.cancel')}
          </button>
        )}
        <button type="submit" className="btn" disabled={text.trim() === '' || isSame}>
          {t(rule ? 'permissions.saveRule' : 'permissions.add')}
        </button>
      </form>
      <p id={hint} className="under">
        {t('permissions.hint')}
      </p>
    </div>
  );
}
