import { useTranslation } from 'react-i18next';
import type { ServerSummary } from '../../../shared/server.ts';
import { useGo, useServers, useSettings } from '../store/stores.ts';
import { Icon } from '../ui/Icon.tsx';
import { InlineError } from '../ui/InlineError.tsx';
import { StateIcon, useStateWord } from '../ui/StateIcon.tsx';
import { useAction } from '../ui/useAction.ts';

/** What each of them says is known to the demo model, in every language. */
const prompts = ['docs', 'deploy', 'both'] as const;

/** What the bundled servers can do, known before they run. */
const bundledTools = new Map([
  ['docs', [['search', 'read-only'] as const, ['get_version', 'read-only'] as const]],
  ['deploy', [['status', 'read-only'] as const, ['trigger', 'destructive'] as const]],
]);

/** A server of the app's own that the prompts above try; the one inside it needs no try. */
function isTried({ source, name }: ServerSummary): boolean {
  return source === 'bundled' && bundledTools.has(name);
}

/** A new chat: what to try, what is there, and what answers. */
export function StartPage({ send }: { send: (text: string) => Promise<void> }) {
  const { t } = useTranslation('chat');
  const go = useGo();
  const settings = useSettings();
  const servers = useServers();
  const bundled = servers?.filter(isTried) ?? [];
  const hasOwn = servers?.some(({ source }) => source !== 'bundled') ?? true;
  const { busy, error, run, clear } = useAction();
  return (
    <div className="start">
      <div className="start-in">
        <h1>{t('start.title')}</h1>
        <p className="lead">{t('start.lead')}</p>

        <h2>{t('start.try')}</h2>
        <ul className="tries">
          {prompts.map((name) => (
            <li key={name}>
              <button
                type="button"
                disabled={busy}
                onClick={() => void run(() => send(t(`start.prompt.${name}`)))}
              >
                <span className="grow">{t(`start.prompt.${name}`)}</span>
                <Icon name="chev-r" className="s14" />
              </button>
            </li>
          ))}
        </ul>
        <InlineError error={error} onDismiss={clear} />

        {bundled.length > 0 && (
          <>
            <h2>{t('start.servers')}</h2>
            <div className="pairs">
              {bundled.map((server) => (
                <BundledServer key={server.name} server={server} />
              ))}
            </div>
          </>
        )}

        {!hasOwn && (
          <>
            <h2>{t('start.own')}</h2>
            <div className="start-own">
              <p className="grow">{t('start.own-lead')}</p>
              <button
                type="button"
                className="btn sm"
                onClick={() => go({ view: 'servers', form: 'import' })}
              >
                {t('start.import')}
              </button>
              <button
                type="button"
                className="btn sm"
                onClick={() => go({ view: 'servers', form: 'add' })}
              >
                {t('start.add')}
              </button>
            </div>
          </>
        )}

        {settings?.demo !== false && (
          <div className={`notice ${settings ? '' : 'unknown'}`}>
            <Icon name="bot" />
            <p className="grow">{t('start.demo')}</p>
            <button
              type="button"
              className="btn sm"
              onClick={() => go({ view: 'settings', section: 'model' })}
            >
              {t('start.add-key')}
            </button>
          </div>
        )}
      </div>
    </div>
  );
}

function BundledServer({ server }: { server: ServerSummary }) {
  const { t } = useTranslation('chat');
  const go = useGo();
  const word = useStateWord();
  const { kind } = server.state;
  const idle = server.state.kind === 'stopped' && server.state.by === 'never-started';
  return (
    <article className="card" aria-label={server.name}>
      <h3>
        <StateIcon kind={kind} />
        <span className="grow">{server.name}</span>
        <button
          type="button"
          className="state-link"
          onClick={() => go({ view: 'servers', server: server.name })}
        >
          {idle ? t('start.when-asked') : word(kind)}
        </button>
      </h3>
      <dl>
        {bundledTools.get(server.name)?.map(([tool, hint]) => (
          <div key={tool}>
            <dt className="mono">{tool}</dt>
            <dd className={hint === 'destructive' ? 'st-failed' : ''}>{t(`start.${hint}`)}</dd>
          </div>
        ))}
      </dl>
    </article>
  );
}
