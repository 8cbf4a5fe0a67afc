import type { PathSetting, SettingsPatch, SettingsView, Theme } from '../../shared/settings.ts';
import type { Authorization } from '../auth/authorization.ts';
import type { KeptSecrets } from '../auth/keychain/keptSecrets.ts';
import type { ModelKey } from '../auth/modelKey.ts';
import type { ServerEntry } from '../auth/protectedServer.ts';
import type { Configuration } from '../config/configuration.ts';
import {
  checkedChoice,
  checkFolder,
  checkPaths,
  extraCaChoice,
  workspaceChoice,
} from '../config/pathSettings.ts';
import { logCap, settingsView } from '../config/settingsView.ts';
import type { Permissions } from '../permissions/permissions.ts';
import type { ConnectionLog } from '../servers/log/connectionLog.ts';
import type { WorkspaceRoots } from '../servers/roots.ts';
import type { Supervisor } from '../servers/supervisor.ts';
import type { Push } from './push.ts';

type Surroundings = {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly launch: { readonly workspace: string; readonly isWorkspaceGiven: boolean };
  readonly paths: SettingsView['files'];
  readonly setTheme: (theme: Theme) => void;
  readonly setExtraCaFile: (file: string | undefined) => void;
  readonly checkCertificates: (file: string) => Promise<void>;
  readonly choosePath: (question: {
    readonly kind: 'folder' | 'certificates';
    readonly title: string;
    readonly start: string | undefined;
  }) => Promise<string | undefined>;
  readonly configuration: Configuration;
  readonly secrets: KeptSecrets;
  readonly key: ModelKey;
  readonly push: Push;
  readonly supervisor: Supervisor;
  readonly log: Pick<ConnectionLog, 'setCap'>;
  readonly roots: WorkspaceRoots;
  readonly authorization: Authorization;
  readonly permissions: Permissions;
  readonly entry: (name: string) => Promise<ServerEntry>;
};

/** The settings in force: brought to the rooms when they change, and shown to the window. */
export function openSettings(from: Surroundings) {
  const { configuration, environment, home, launch, permissions, push, supervisor } = from;
  const now = () => configuration.user.settings;
  const workspace = () => workspaceChoice(now(), launch, home);
  const extraCa = () => extraCaChoice(now(), environment, home);
  let applied = 0;
  const pathChecks = { workspace: checkFolder, extraCaFile: from.checkCertificates };

  async function view(): Promise<SettingsView> {
    const [key, workspaceNow, extraCaNow] = await Promise.all([
      from.key.state(),
      checkedChoice(workspace(), checkFolder),
      checkedChoice(extraCa(), from.checkCertificates),
    ]);
    return settingsView({
      settings: now(),
      problems: configuration.problems(),
      environment,
      key,
      permissionMode: permissions.mode,
      keychainProblem: from.secrets.problem,
      workspace: workspaceNow,
      extraCaFile: extraCaNow,
      files: from.paths,
    });
  }

  return {
    view,
    workspace,
    /** Brings what the files say now to whoever acts by it. */
    apply(): void {
      const { theme = 'system', localConnectBatch, remoteConnectBatch } = now();
      from.setTheme(theme);
      supervisor.setBatches({ local: localConnectBatch, remote: remoteConnectBatch });
      supervisor.setLimits(now());
      from.log.setCap(logCap(now()));
      from.setExtraCaFile(extraCa().value);
      const folder = workspace().value;
      supervisor.setWorkspace(folder);
      from.roots.set([folder]);
      void configuration.setWorkspace(folder);
      supervisor.reconcile(configuration.definitions());
      const entries = configuration
        .definitions()
        .map(({ name }) => from.entry(name).catch(() => undefined));
      const turn = ++applied;
      void Promise.all(entries).then((all) => {
        if (turn === applied) from.authorization.reconcile(all.flatMap((one) => one ?? []));
      });
      push.snapshot('settings.changed', view);
      push.snapshot('config.changed', () => configuration.view());
    },
    ofHandlers: {
      settingsView: view,
      async retryKeychain(): Promise<void> {
        await from.secrets.retry();
        const { keychainProblem } = await view();
        push.snapshot('settings.changed', view);
        if (keychainProblem !== undefined) return;
        for (const { name, state } of supervisor.list()) {
          const isWithout = state.kind === 'failed' && state.cause.code === 'config/secret-missing';
          if (isWithout || state.kind === 'needs-auth') supervisor.restart(name);
        }
      },
      checkSettings: (patch: SettingsPatch) => checkPaths(patch, home, pathChecks),
      choosePath: (of: PathSetting, title: string) =>
        of === 'workspace'
          ? from.choosePath({ kind: 'folder', title, start: workspace().value })
          : from.choosePath({ kind: 'certificates', title, start: extraCa().value }),
    },
  };
}
