import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DefinitionChange } from '../../../../shared/permission.ts';
import { ask, useBridge } from '../../api.ts';
import { InlineError } from '../../ui/InlineError.tsx';
import { LineDiff } from '../../ui/LineDiff.tsx';
import { useAction } from '../../ui/useAction.ts';

type Props = { readonly server: string; readonly change: DefinitionChange };

/** What a server tells the model differently now, which the model is not given before it is accepted. */
export function InstructionsChange({ server, change }: Props) {
  const { t } = useTranslation('servers');
  const bridge = useBridge();
  const { busy, error, run } = useAction();
  const [accepted, setAccepted] = useState<string>();
  if (accepted === change.after) return null;
  const accept = async (): Promise<void> => {
    const text = change.after;
    const worked = await run(() => ask(bridge, 'permissions.acceptInstructions', { server, text }));
    if (worked) setAccepted(text);
  };
  return (
    <div className="instructions-change">
      <p className="st-backoff">{t('about.changed')}</p>
      <LineDiff label={t('about.difference')} before={change.before} after={change.after} />
      <InlineError error={error} />
      <button type="button" className="btn sm" disabled={busy} onClick={() => void accept()}>
        {t('about.accept')}
      </button>
    </div>
  );
}
