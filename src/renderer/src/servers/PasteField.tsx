import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { firstPasted, parsePasted } from './parsePasted.ts';
import type { PastedServer } from './parsePasted.ts';
import { FormField } from './form/FormField.tsx';
import { SeveralServers } from './SeveralServers.tsx';

type Props = {
  readonly initial: string;
  readonly taken: ReadonlySet<string>;
  /** Where servers are added that come together. */
  readonly layer: 'user' | 'local';
  readonly onServer: (server: PastedServer) => void;
};

/** Takes what a readme offers, a command line or a block of JSON, and fills the form with it. */
export function PasteField({ initial, taken, layer, onServer }: Props) {
  const { t } = useTranslation('servers');
  const [text, setText] = useState(initial);
  const pasted = text.trim() === '' ? undefined : parsePasted(text);

  const read = (value: string): void => {
    setText(value);
    const first = firstPasted(value);
    if (first) onServer(first);
  };
  const several = pasted?.ok && pasted.servers.length > 1 ? pasted.servers : [];
  const problem =
    pasted && !pasted.ok
      ? t(`paste.problem.${pasted.problem}`, { detail: pasted.detail })
      : undefined;
  return (
    <>
      <FormField
        className="whole"
        label={t('paste.label')}
        hint={t(pasted?.ok ? 'paste.filled' : 'paste.hint')}
        problem={problem}
      >
        {(field) => (
          <textarea
            {...field}
            className="mono"
            rows={text.includes('\n') ? 4 : 1}
            placeholder={t('paste.placeholder')}
            autoFocus
            spellCheck={false}
            value={text}
            onChange={(event) => read(event.target.value)}
          />
        )}
      </FormField>
      {several.length > 0 && (
        <SeveralServers servers={several} taken={taken} layer={layer} onFill={onServer} />
      )}
    </>
  );
}
