import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InstalledPlugin } from '../../../shared/adding.ts';
import { ask, useBridge } from '../api.ts';
import { RemoveConfirm } from '../servers/RemoveConfirm.tsx';
import { SwitchField } from '../servers/form/SwitchField.tsx';
import { InlineError } from '../ui/InlineError.tsx';
import { useAction } from '../ui/useAction.ts';

type Props = {
  readonly plugin: InstalledPlugin;
  readonly onChanged: () => void;
  readonly onShow: (server: string) => void;
};

/** An installed plugin: a switch for each of its servers, and the way out. */
export function PluginRow({ plugin, onChanged, onShow }: Props) {
  const { t } = useTranslation('adding');
  const bridge = useBridge();
  const changing = useAction();
  const [isRemoving, setRemoving] = useState(false);
  const { name, title, version, author, folder, servers, problems } = plugin;
  const change = (work: () => Promise<unknown>): void => void changing.run(work).then(onChanged);
  const turn = (server: string, isOn: boolean): void =>
    change(async () => {
      await ask(bridge, 'adding.setPluginServer', { plugin: name, server, isOn });
      if (isOn) onShow(server);
    });

  return (
    <li className="plugin">
      <div className="adding-lead">
        <div className="grow">
          <b>{title}</b>{' '}
          <span className="quiet">{[version, author].filter(Boolean).join(' · ')}</span>
          <p className="mono quiet cut-line" title={folder}>
            {folder}
          </p>
        </div>
        {isRemoving ? (
          <RemoveConfirm
            name={title}
            onKeep={() => setRemoving(false)}
            onRemove={() => change(() => ask(bridge, 'adding.removePlugin', name))}
          />
        ) : (
          <button type="button" className="btn ghost sm" onClick={() => setRemoving(true)}>
            {t('plugin.remove')}
          </button>
        )}
      </div>
      <InlineError error={changing.error} onDismiss={changing.clear} />
      {problems.map((problem, index) => (
        <InlineError key={index} error={problem} />
      ))}
      {servers.map(({ name: server, isOn, outline }) => (
        <SwitchField
          key={server}
          label={server}
          hint={[outline.command ?? outline.url ?? '', ...(outline.args ?? [])].join(' ')}
          on={isOn}
          onChange={(on) => turn(server, on)}
        />
      ))}
    </li>
  );
}
