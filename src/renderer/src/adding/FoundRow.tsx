import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { FoundServer, ServerOutline } from '../../../shared/adding.ts';
import { useErrorText } from '../ui/errorText.ts';
import { useFormat } from '../ui/useFormat.ts';

type Props = {
  readonly server: FoundServer;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
};

/** One server of another client: what it runs, and what a person should know before taking it. */
export function FoundRow({ server, isChosen, onToggle }: Props) {
  const { t } = useTranslation('adding');
  const { list } = useFormat();
  const errorText = useErrorText();
  const id = useId();
  const { name, as, outline, project, leftOut, asksFor, sameAs, problem } = server;
  const names = [...(outline?.environmentNames ?? []), ...(outline?.headerNames ?? [])];
  const notes = [
    problem && errorText(problem),
    sameAs !== undefined && t('import.same', { server: sameAs }),
    as !== name && t('import.as', { name: as }),
    project !== undefined && t('import.project', { project }),
    names.length > 0 && t('import.values', { names: list(names) }),
    asksFor.length > 0 && t('import.asks', { names: list(asksFor) }),
    leftOut.length > 0 && t('import.leftOut', { fields: list(leftOut) }),
  ].filter((note) => typeof note === 'string');
  return (
    <li className="found">
      <label>
        <input
          type="checkbox"
          checked={isChosen}
          disabled={problem !== undefined}
          aria-describedby={id}
          onChange={onToggle}
        />
        <b>{name}</b>
        {outline && <span className="mono cut-line">{targetOf(outline)}</span>}
      </label>
      <p id={id} className="under">
        {notes.join(' · ')}
      </p>
    </li>
  );
}

const targetOf = ({ command, args = [], url = '' }: ServerOutline): string =>
  command === undefined ? url : [command, ...args].join(' ');
