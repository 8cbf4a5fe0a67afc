import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/Icon.tsx';
import { Select } from '../../ui/Select.tsx';
import { FormField } from './FormField.tsx';
import { callbackHosts, grants, oauthDraftFrom } from './oauthDraft.ts';
import type { OAuthDraft, OAuthProblems } from './oauthDraft.ts';
import { SwitchField } from './SwitchField.tsx';

type Props = {
  readonly draft: OAuthDraft;
  readonly problems: OAuthProblems | undefined;
  readonly onChange: (part: Partial<OAuthDraft>) => void;
};

/** How to be authorized, for the servers that do not tell all of it by themselves. */
export function OAuthFields({ draft, problems = {}, onChange }: Props) {
  const { t } = useTranslation('servers');
  const [isAsked, setIsAsked] = useState(
    () => JSON.stringify(draft) !== JSON.stringify(oauthDraftFrom()),
  );
  const isOpen = isAsked || Object.keys(problems).length > 0;
  const isByBrowser = draft.grant === 'authorization_code';
  const text = (name: TextName, problem?: string) => (
    <TextField name={name} value={draft[name]} problem={problem} onChange={onChange} />
  );
  return (
    <div className="form-field oauth-fields">
      <button
        type="button"
        className="btn ghost sm auth-fold"
        aria-expanded={isOpen}
        onClick={() => setIsAsked(!isOpen)}
      >
        <Icon name={isOpen ? 'chev-d' : 'chev-r'} className="s14" />
        {t('form.oauth.title')}
      </button>
      {!isOpen && <p className="under">{t('form.oauth.hint')}</p>}
      {isOpen && (
        <div className="auth-pair">
          <FormField label={t('form.oauth.grant')} hint={t(`form.oauth.grantHint.${draft.grant}`)}>
            {(field) => (
              <Select
                id={field.id}
                describedBy={field['aria-describedby']}
                label={t('form.oauth.grant')}
                className="btn choice"
                value={draft.grant}
                options={grants.map((value) => ({
                  value,
                  label: t(`form.oauth.grantName.${value}`),
                }))}
                onChange={(grant) => onChange({ grant })}
              />
            )}
          </FormField>
          {text('clientId')}
          {text('scope')}
          {draft.grant === 'client_credentials' && text('clientSecretVariable')}
          {text(
            'authServerMetadataUrl',
            problems.authServerMetadataUrl && t('form.problem.url.http'),
          )}
          {isByBrowser && (
            <FormField label={t('form.oauth.callbackHost')} hint={t('form.oauth.callbackHostHint')}>
              {(field) => (
                <Select
                  id={field.id}
                  describedBy={field['aria-describedby']}
                  label={t('form.oauth.callbackHost')}
                  className="btn choice"
                  value={draft.callbackHost}
                  options={callbackHosts.map((value) => ({ value, label: value }))}
                  onChange={(callbackHost) => onChange({ callbackHost })}
                />
              )}
            </FormField>
          )}
          {isByBrowser && text('callbackPort', problems.callbackPort && t('form.oauth.portWrong'))}
          <SwitchField
            label={t('form.oauth.dpop')}
            hint={t('form.oauth.dpopHint')}
            on={draft.dpop}
            onChange={(dpop) => onChange({ dpop })}
          />
        </div>
      )}
    </div>
  );
}

type TextName =
  'clientId' | 'clientSecretVariable' | 'scope' | 'authServerMetadataUrl' | 'callbackPort';

function TextField(props: {
  readonly name: TextName;
  readonly value: string;
  readonly problem: string | undefined;
  readonly onChange: Props['onChange'];
}) {
  const { name, value, problem, onChange } = props;
  const { t } = useTranslation('servers');
  return (
    <FormField label={t(`form.oauth.${name}`)} hint={t(`form.oauth.${name}Hint`)} problem={problem}>
      {(field) => (
        <input
          {...field}
          className="mono"
          inputMode={name === 'callbackPort' ? 'numeric' : undefined}
          spellCheck={false}
          autoComplete="off"
          value={value}
          onChange={(event) => onChange({ [name]: event.target.value })}
        />
      )}
    </FormField>
  );
}
