import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServerEdit } from '../../../../shared/server.ts';
import { ask, useBridge } from '../../api.ts';
import { useConfig } from '../../store/stores.ts';
import { InlineError } from '../../ui/InlineError.tsx';
import { useAction } from '../../ui/useAction.ts';
import { useTrial } from '../../adding/useTrial.ts';
import { FormField } from './FormField.tsx';
import { firstPasted } from '../parsePasted.ts';
import { OAuthFields } from './OAuthFields.tsx';
import { PasteField } from '../PasteField.tsx';
import { checkDraft, draftFrom, emptyDraft, hasOAuth } from './serverDraft.ts';
import type { DraftProblems, ServerDraft } from './serverDraft.ts';
import { SwitchField } from './SwitchField.tsx';
import { GivenFields, TargetFields } from './TargetFields.tsx';
import { TrustTable } from '../detail/TrustTable.tsx';

type Props = {
  readonly title: string;
  readonly entry: { readonly name: string; readonly config: ServerEdit } | undefined;
  /** Stands beside the title. */
  readonly ways?: ReactNode;
  readonly pasted: string;
  readonly taken: readonly string[];
  readonly onClose: () => void;
  readonly onSaved: (name: string) => void;
};

export function ServerFormBody(props: Props) {
  const { title, entry, ways, pasted, taken, onClose, onSaved } = props;
  const { t } = useTranslation('servers');
  const { t: tApprovals } = useTranslation('approvals');
  const workspace = useConfig()?.workspace;
  const bridge = useBridge();
  const saving = useAction();
  const trial = useTrial();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState<ServerDraft>(() => {
    const given = entry ?? firstPasted(pasted);
    return given ? draftFrom(given.name ?? '', given.config) : emptyDraft;
  });
  const [isLocal, setLocal] = useState(false);
  const [problems, setProblems] = useState<DraftProblems>({});
  const change = (part: Partial<ServerDraft>): void => setDraft({ ...draft, ...part });

  const previous = entry ? { previous: entry.name } : {};
  const check = () => {
    const others = new Set(taken.filter((name) => name !== entry?.name));
    const checked = checkDraft(draft, others, entry?.config);
    setProblems(checked.ok ? {} : checked.problems);
    if (checked.ok) return checked;
    focusFirstFault(form.current);
    return undefined;
  };
  const save = async (): Promise<void> => {
    const checked = check();
    if (!checked) return;
    const { name, config } = checked;
    const saved = await saving.run(() =>
      ask(bridge, 'servers.save', { ...previous, name, config, layer: isLocal ? 'local' : 'user' }),
    );
    if (saved) onSaved(name);
  };
  const test = (): void => {
    const checked = check();
    if (checked) void trial.run({ ...previous, name: checked.name, config: checked.config });
  };

  return (
    <form
      ref={form}
      className="server-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <header className="detail-head">
        <h2 className="cut-line">{title}</h2>
        {ways}
        <span className="grow" />
        <button type="button" className="btn ghost sm" onClick={onClose}>
          {t('form.cancel')}
          <kbd>Esc</kbd>
        </button>
        <button type="button" className="btn sm" disabled={trial.busy} onClick={test}>
          {trial.label}
        </button>
        <button type="submit" className="btn primary sm" disabled={saving.busy}>
          {t(entry ? 'form.save' : 'form.addNow')}
        </button>
      </header>
      <div className="panels form-grid">
        <div className="whole">
          <InlineError error={saving.error} onDismiss={saving.clear} />
          <InlineError error={trial.error} onDismiss={trial.clear} />
          {trial.result !== undefined && (
            <p className="adding-done" role="status">
              {trial.result}
            </p>
          )}
        </div>
        {!entry && (
          <PasteField
            initial={pasted}
            taken={new Set(taken)}
            layer={isLocal ? 'local' : 'user'}
            onServer={(server) => {
              setProblems({});
              setDraft(draftFrom(server.name ?? draft.name, server.config));
            }}
          />
        )}
        <div className="form-column">
          <FormField
            label={t('form.name')}
            hint={t('form.nameHint')}
            problem={problems.name && t(`form.problem.name.${problems.name}`)}
          >
            {(field) => (
              <input
                {...field}
                autoFocus={entry !== undefined}
                spellCheck={false}
                autoComplete="off"
                value={draft.name}
                onChange={(event) => change({ name: event.target.value })}
              />
            )}
          </FormField>
          <TargetFields draft={draft} problems={problems} onChange={change} />
          {draft.kind !== 'sdk' && (
            <SwitchField
              label={t('form.trusted')}
              hint={t('form.trustedHint')}
              on={draft.trusted}
              onChange={(trusted) => change({ trusted })}
            />
          )}
          {draft.kind !== 'sdk' && <TrustTable />}
          {!entry && workspace !== undefined && (
            <SwitchField
              label={tApprovals('local.label')}
              hint={tApprovals('local.hint', { workspace })}
              on={isLocal}
              onChange={setLocal}
            />
          )}
        </div>
        <div className="form-column">
          <GivenFields draft={draft} problems={problems} onChange={change} />
          {hasOAuth(draft.kind) && (
            <OAuthFields
              draft={draft.oauth}
              problems={problems.oauth}
              onChange={(part) => change({ oauth: { ...draft.oauth, ...part } })}
            />
          )}
        </div>
      </div>
    </form>
  );
}

/** The reader's next step is the first field that needs a change. Runs after the faults show. */
function focusFirstFault(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
