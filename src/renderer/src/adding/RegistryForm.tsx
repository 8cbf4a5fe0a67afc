import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConnectorsUrl } from '../../../shared/adding.ts';
import { ask, useBridge } from '../api.ts';
import { FormField } from '../servers/form/FormField.tsx';
import { InlineError } from '../ui/InlineError.tsx';
import { useAction } from '../ui/useAction.ts';

/** The address of the registry whose servers are listed; empty: none is. */
export function RegistryForm({ url }: { readonly url: string }) {
  const { t } = useTranslation('adding');
  const bridge = useBridge();
  const saving = useAction();
  const [draft, setDraft] = useState(url);
  const [isWrong, setIsWrong] = useState(false);
  const typed = draft.trim();
  const save = (): void => {
    const isUrl = typed === '' || ConnectorsUrl.safeParse(typed).success;
    setIsWrong(!isUrl);
    if (isUrl) void saving.run(() => ask(bridge, 'connectors.setUrl', typed === '' ? null : typed));
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <InlineError error={saving.error} onDismiss={saving.clear} />
      <FormField
        label={t('connectors.url')}
        hint={t('connectors.urlHint')}
        problem={isWrong ? t('connectors.urlHint') : undefined}
      >
        {(field) => (
          <div className="adding-pair">
            <input
              {...field}
              className="mono"
              inputMode="url"
              spellCheck={false}
              autoComplete="off"
              placeholder="https://registry.modelcontextprotocol.io"
              value={draft}
              onChange={(event) => setDraft(event.target.value)}
            />
            <button type="submit" className="btn sm" disabled={saving.busy || typed === url}>
              {t('connectors.save')}
            </button>
          </div>
        )}
      </FormField>
    </form>
  );
}
