import { useTranslation } from 'react-i18next';
import { TransportKind } from '../../../../shared/server.ts';
import { Select } from '../../ui/Select.tsx';
import { FormField } from './FormField.tsx';
import type { DraftProblems, ServerDraft } from './serverDraft.ts';
import { ValueFields } from './ValueFields.tsx';

type Props = {
  readonly draft: ServerDraft;
  readonly problems: DraftProblems;
  readonly onChange: (part: Partial<ServerDraft>) => void;
};

/** The kinds that a person sets up by hand; others are offered only where they are in force. */
const common: ReadonlySet<TransportKind> = new Set(['stdio', 'http', 'sse', 'ws']);

/** How a server is reached, and where: a program to start, or an address. */
export function TargetFields({ draft, problems, onChange }: Props) {
  const { t } = useTranslation('servers');
  const kinds = TransportKind.options.filter((kind) => common.has(kind) || kind === draft.kind);
  return (
    <>
      <FormField label={t('form.transport')} hint={t(`form.kindHint.${draft.kind}`)}>
        {(field) => (
          <Select
            id={field.id}
            describedBy={field['aria-describedby']}
            label={t('form.transport')}
            className="btn choice"
            value={draft.kind}
            options={kinds.map((kind) => ({ value: kind, label: t(`form.kind.${kind}`) }))}
            onChange={(kind) => onChange({ kind })}
          />
        )}
      </FormField>
      {draft.kind === 'stdio' ? (
        <ProgramFields draft={draft} problems={problems} onChange={onChange} />
      ) : (
        draft.kind !== 'sdk' && (
          <FormField
            label={t('form.url')}
            hint={t('form.urlHint')}
            problem={problems.url && t(`form.problem.url.${problems.url}`)}
          >
            {(field) => (
              <input
                {...field}
                className="mono"
                placeholder={t(draft.kind === 'ws' ? 'form.wsPlaceholder' : 'form.urlPlaceholder')}
                spellCheck={false}
                autoComplete="off"
                value={draft.url}
                onChange={(event) => onChange({ url: event.target.value })}
              />
            )}
          </FormField>
        )
      )}
    </>
  );
}

function ProgramFields({ draft, problems, onChange }: Props) {
  const { t } = useTranslation('servers');
  return (
    <>
      <FormField
        label={t('form.command')}
        hint={t('form.commandHint')}
        problem={problems.command && t(`form.problem.command.${problems.command}`)}
      >
        {(field) => (
          <input
            {...field}
            className="mono"
            placeholder="npx"
            spellCheck={false}
            autoComplete="off"
            value={draft.command}
            onChange={(event) => onChange({ command: event.target.value })}
          />
        )}
      </FormField>
      <FormField label={t('form.folder')} hint={t('form.folderHint')}>
        {(field) => (
          <input
            {...field}
            className="mono"
            spellCheck={false}
            autoComplete="off"
            value={draft.cwd}
            onChange={(event) => onChange({ cwd: event.target.value })}
          />
        )}
      </FormField>
    </>
  );
}

/** What goes along: arguments and variables of a program, headers of a remote server. */
export function GivenFields({ draft, problems, onChange }: Props) {
  const { t } = useTranslation('servers');
  if (draft.kind === 'sdk') return null;
  if (draft.kind !== 'stdio') {
    return (
      <ValueFields
        key="headers"
        of="header"
        rows={draft.headers}
        problems={problems.headers}
        onChange={(headers) => onChange({ headers })}
      />
    );
  }
  return (
    <>
      <FormField label={t('form.arguments')} hint={t('form.argumentsHint')}>
        {(field) => (
          <textarea
            {...field}
            className="mono"
            rows={4}
            spellCheck={false}
            value={draft.args}
            onChange={(event) => onChange({ args: event.target.value })}
          />
        )}
      </FormField>
      <ValueFields
        key="env"
        of="variable"
        rows={draft.env}
        problems={problems.env}
        onChange={(env) => onChange({ env })}
      />
    </>
  );
}
