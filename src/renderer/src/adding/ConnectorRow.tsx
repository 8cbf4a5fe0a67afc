import { useTranslation } from 'react-i18next';
import type { ConnectorInfo } from '../../../shared/adding.ts';
import { SwitchField } from '../servers/form/SwitchField.tsx';
import { useFormat } from '../ui/useFormat.ts';

type Props = {
  readonly connector: ConnectorInfo;
  readonly onTurn: (isOn: boolean) => void;
};

/** A listed server: where it is, and its switch, or what it needs that a switch can't give. */
export function ConnectorRow({ connector, onTurn }: Props) {
  const { t } = useTranslation('adding');
  const { list } = useFormat();
  const { id, title, version, url, description, needs, isOn, sameAs } = connector;
  const notes = [
    needs.length > 0 && t('connectors.needs', { names: list(needs) }),
    sameAs !== undefined && t('connectors.same', { server: sameAs }),
    description,
  ].filter((note) => typeof note === 'string' && note !== '');
  return (
    <li className="connector">
      {needs.length > 0 && !isOn ? (
        <b>{title}</b>
      ) : (
        <SwitchField label={title} hint="" on={isOn} onChange={onTurn} />
      )}
      <p className="mono quiet">
        {[id, version].filter(Boolean).join(' ')} · {url}
      </p>
      <p className="under">{notes.join(' · ')}</p>
    </li>
  );
}
