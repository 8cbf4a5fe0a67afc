import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ServerName } from '../../../shared/server.ts';
import { ask, useBridge } from '../api.ts';
import { InlineError } from '../ui/InlineError.tsx';
import { useAction } from '../ui/useAction.ts';
import { useFormat } from '../ui/useFormat.ts';
import type { PastedServer } from './parsePasted.ts';

type Props = {
  readonly servers: readonly PastedServer[];
  /** Names in use, which are not taken again. */
  readonly taken: ReadonlySet<string>;
  readonly layer: 'user' | 'local';
  /** Puts one into the form. */
  readonly onFill: (server: PastedServer) => void;
};

/** The servers of a block that has several: all that are new can be added at once, switched off. */
export function SeveralServers({ servers, taken, layer, onFill }: Props) {
  const { t } = useTranslation('several');
  const { list } = useFormat();
  const bridge = useBridge();
  const adding = useAction();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [added, setAdded] = useState<readonly string[]>([]);
  const isNew = ({ name = '' }: PastedServer): boolean =>
    !taken.has(name) && ServerName.safeParse(name).success;
  const chosen = servers.filter((one) => isNew(one) && !left.has(one.name ?? ''));
  const toggle = (name: string): void => {
    const next = new Set(left);
    if (!next.delete(name)) next.add(name);
    setLeft(next);
  };
  const add = (): void => {
    setAdded([]);
    void adding.run(async () => {
      // One after the other: they are edits of the same file.
      for (const { name = '', config } of chosen) {
        await ask(bridge, 'servers.save', { name, config: { ...config, disabled: true }, layer });
        setAdded((before) => [...before, name]);
      }
    });
  };
  return (
    <div className="several whole" role="group" aria-label={t('several')}>
      <ul>
        {servers.map((server) => (
          <Row
            key={server.name}
            server={server}
            isTaken={taken.has(server.name ?? '')}
            isNew={isNew(server)}
            isChosen={chosen.includes(server)}
            onToggle={() => toggle(server.name ?? '')}
            onFill={() => onFill(server)}
          />
        ))}
      </ul>
      <InlineError error={adding.error} onDismiss={adding.clear} />
      <div className="several-foot">
        <p className="quiet grow" role="status">
          {added.length > 0 ? t('done', { count: added.length, names: list(added) }) : t('note')}
        </p>
        <button
          type="button"
          className="btn sm"
          disabled={chosen.length === 0 || adding.busy}
          onClick={add}
        >
          {t('add', { count: chosen.length })}
        </button>
      </div>
    </div>
  );
}

type RowProps = {
  readonly server: PastedServer;
  readonly isTaken: boolean;
  readonly isNew: boolean;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
  readonly onFill: () => void;
};

function Row({ server, isTaken, isNew, isChosen, onToggle, onFill }: RowProps) {
  const { t } = useTranslation('several');
  const id = useId();
  const { name = '', config } = server;
  const target =
    'command' in config
      ? [config.command, ...config.args].join(' ')
      : 'url' in config
        ? (config.url ?? '')
        : '';
  return (
    <li className="found">
      <label className="grow">
        <input
          type="checkbox"
          checked={isChosen}
          disabled={!isNew}
          aria-describedby={id}
          onChange={onToggle}
        />
        <b title={name}>{name}</b>
        <span className="mono cut-line" title={target}>
          {target}
        </span>
      </label>
      <span id={id} className="quiet">
        {isTaken ? t('is.there') : isNew ? '' : t('is.unusable')}
      </span>
      <button
        type="button"
        className="btn ghost sm"
        aria-label={t('fillOf', { server: name })}
        onClick={onFill}
      >
        {t('fill')}
      </button>
    </li>
  );
}
