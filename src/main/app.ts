import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { Chats } from './agent/chats.ts';
import { createModels } from './agent/model/models.ts';
import { createSampler } from './agent/model/sampleModel.ts';
import { signInFirst } from './agent/signInFirst.ts';
import type { ServerEntry } from './auth/protectedServer.ts';
import type { ServerDefinition } from './config/desiredServers.ts';
import { KeptSecrets } from './auth/keychain/keptSecrets.ts';
import { ModelKey } from './auth/modelKey.ts';
import { bundledLayer, bundledServers } from './config/bundledServers.ts';
import { Configuration } from './config/configuration.ts';
import { namedSecrets } from './config/namedSecrets.ts';
import { baseUrlChoice, contextChoice, modelChoice } from './config/settingsView.ts';
import { createHandlers } from './ipc/handlers.ts';
import { openAuthorization } from './ipc/openAuthorization.ts';
import { openAgents } from './ipc/openAgents.ts';
import { openAdding } from './ipc/openAdding.ts';
import { openAttaching } from './ipc/openAttaching.ts';
import { openChannels } from './ipc/openChannels.ts';
import { openHooks } from './ipc/openHooks.ts';
import { openHistory, openQueue } from './ipc/openHistory.ts';
import { openSettings } from './ipc/openSettings.ts';
import { openTeam } from './ipc/openTeam.ts';
import { openTray } from './ipc/tray/openTray.ts';
import { Push } from './ipc/push.ts';
import { ToolTries } from './ipc/toolTries.ts';
import type { Handlers } from './ipc/router.ts';
import { createPermissions } from './permissions/createPermissions.ts';
import { offeredPools } from './permissions/offeredPool.ts';
import type { Ports } from './ports.ts';
import { ConnectionLog } from './servers/log/connectionLog.ts';
import { retryOnReturn } from './servers/machineSignals.ts';
import { fillEntry } from './servers/fillEntry.ts';
import { endLeftBehind, Orphans } from './servers/process/orphans.ts';
import { ideLockFolders } from './servers/transports/openTransport.ts';
import { personRequests } from './servers/questions/personRequests.ts';
import { Questions } from './servers/questions/questions.ts';
import { WorkspaceRoots } from './servers/roots.ts';
import { loginShellEnvironment } from './servers/process/serverEnvironment.ts';
import { LoginEnvironment } from './servers/process/shellEnvironment.ts';
import { Supervisor } from './servers/supervisor.ts';
import type { SupervisorOptions } from './servers/supervisor.ts';
import { tryServer } from './servers/tryServer.ts';
import { UsageWatch } from './servers/usageWatch.ts';
import { Approvals } from './store/approvals.ts';
import { ChildRecords } from './store/childRecords.ts';
import { Conversations } from './store/conversations.ts';
import type { InProcessServer } from './servers/transports/inProcess.ts';
import { openDatabase } from './store/database.ts';
import { EraVerdictTable } from './store/eraVerdicts.ts';
import { LogStore } from './store/logStore.ts';
import { createConnectMcp } from './tools/builtin/connectMcp.ts';
import { createDisconnectMcp } from './tools/builtin/disconnectMcp.ts';
import { resultFiles } from './tools/resultFiles.ts';

export type StartedApp = { readonly handlers: Handlers; readonly stop: () => Promise<void> };

/** The composition root: builds the rooms in flow order; `stop` ends them in reverse. */
export async function startApp(ports: Ports): Promise<StartedApp> {
  const { paths, environment, launch } = ports;
  const home = homedir();
  const push = new Push(ports.send);

  mkdirSync(paths.data, { recursive: true });
  const database = openDatabase(paths.database);
  const log = new ConnectionLog(new LogStore(database), (entry) => push.log(entry));

  const secrets = new KeptSecrets(ports.keychain);
  const key = new ModelKey(secrets, environment);
  const configuration = new Configuration({
    settingsFile: paths.settings,
    managedFile: paths.managed,
    workspace: launch.workspace,
    bundled: bundledLayer(bundledServers(ports.execPath, ports.serversFolder)),
    others: () => adding.layers(),
    approvals: new Approvals(database),
    now: Date.now,
    onChange: () => {
      inForce.apply();
      tray.changed();
    },
  });
  const settings = configuration.user;
  const models = createModels(
    async () => ({
      credential: await key.credential(),
      baseUrl: baseUrlChoice(settings.settings, environment),
    }),
    ports.fetch,
  );
  const questions = new Questions({ openExternal: ports.openExternal });
  questions.onChange(() => push.snapshot('questions.changed', () => questions.list()));
  const roots = new WorkspaceRoots([launch.workspace]);
  const person = {
    questions,
    roots,
    sampler: createSampler(models, () => modelChoice(settings.settings).value),
  };
  const serverEnvironment = loginShellEnvironment(
    new LoginEnvironment({ own: environment }),
    environment,
    () => settings.settings.shellEnvironment !== false,
  );
  const fill = (definition: ServerDefinition) =>
    fillEntry(definition, {
      environment: serverEnvironment,
      secret: (name) => namedSecrets(secrets).get(name),
      check: (name, config) => configuration.checkLetIn(name, config),
    });
  const entry = async (name: string): Promise<ServerEntry> => ({
    name,
    config: (await fill(supervisor.definition(name))).config,
  });
  const viewChanged = () => push.snapshot('settings.changed', inForce.view);
  const authorization = openAuthorization({
    ...ports,
    home,
    serverEnvironment,
    settings,
    secrets,
    log,
    questions,
    push,
    supervisor: () => supervisor,
    entry,
    settingsChanged: viewChanged,
  });
  const orphans = new Orphans(new ChildRecords(database));
  const later = () => ({ supervisor, chats, permissions });
  const { bringToFront } = ports.notices;
  const aroundTray = { ...ports, bringToFront, database, push, questions, configuration };
  const tray = openTray(aroundTray, () => supervisor);
  const { showPrompt } = tray;
  const aroundTalk = { ...ports, database, log, push, settings, questions, showPrompt };
  const talk = openChannels(aroundTalk, later);
  const inProcess = new Map<string, InProcessServer>();
  const supervisorOptions: SupervisorOptions = {
    log,
    version: ports.version,
    workspace: launch.workspace,
    environment: serverEnvironment,
    fill,
    recordChild: (server, pid, command) => orphans.record(server, pid, command),
    leftBehind: endLeftBehind(orphans, log),
    network: {
      fetch: ports.fetch,
      openStream: ports.openStream,
      ideLockFolders: ideLockFolders(home, paths.data),
      inProcess,
      authorize: (entry) => authorization.of(entry),
    },
    eraStore: new EraVerdictTable(database),
    onNews: talk.onNews,
    onCall: (server, call) => usage.calls.add(server, call),
    requestsOf: (server, config) => personRequests(server, config.trusted === true, person),
  };
  const supervisor = new Supervisor(supervisorOptions);
  inProcess.set('patchbay', async () => {
    const { createPatchbayServer } = await import('./servers/doctor/patchbayServer.ts');
    return createPatchbayServer({ version: ports.version, supervisor, log, now: Date.now });
  });
  const usage = new UsageWatch(supervisor, (list) => ports.send('servers.usage', list));
  const stopRetries = retryOnReturn(supervisor, ports.machine);
  supervisor.onChange(() => push.snapshot('servers.changed', () => supervisor.list()));
  process.once('exit', () => supervisor.killAllNow());

  const servers = signInFirst(
    {
      list: () => supervisor.list(),
      instructions: () => permissions.instructions.letIn(supervisor.instructions()),
      call: (...call) => supervisor.call(...call),
      connect: (...who) => supervisor.connect(...who),
    },
    questions,
  );
  const permissions = createPermissions({ ...talk, database, log, supervisor, configuration });
  const poolOf = offeredPools(permissions, () => supervisor.tools());
  const { team, inWorkspace } = openTeam(
    {
      database,
      push,
      poolOf,
      supervisor,
      shell: serverEnvironment,
      settings: () => settings.settings,
      folder: () => inForce.workspace(),
      outputFolder: paths.files,
      record: (pid, command) => orphans.record('patchbay', pid, command),
    },
    () => chats,
  );
  const files = resultFiles(paths.files);
  const common = [createConnectMcp(servers), createDisconnectMcp(supervisor), ...inWorkspace];
  const agents = openAgents({ ...talk, database, push, poolOf, builtins: common }, () => chats);
  const pool = poolOf([...common, ...team.tools, ...agents.tools]);
  const queue = openQueue(database, push, () => chats);
  const chats = new Chats({
    conversations: new Conversations(database),
    incoming: [talk.channels, team.teammates, agents.background, queue],
    agentOf: (one) => team.teammates.agentOf(one) ?? agents.subAgents.partsOf(one),
    permissions,
    supervisor: servers,
    hooks: openHooks({ configuration, log, shell: serverEnvironment }),
    pool,
    models,
    model: () => modelChoice(settings.settings).value,
    context: () => contextChoice(settings.settings),
    files,
    workspace: () => {
      const { source, value } = inForce.workspace();
      return source === 'default' ? undefined : value;
    },
    ...agents.ofChats,
    onListChange: () => push.snapshot('chat.listed', () => chats.list()),
  });
  const history = openHistory({ database, push, chats, files, team, ...agents });

  const around = { ...ports, configuration, secrets, home, supervisor, push };
  const adding = openAdding({ ...around, onLayers: () => configuration.othersChanged() });
  const inForce = openSettings({ ...around, log, key, roots, authorization, permissions, entry });
  await adding.open();
  await configuration.open(() => inForce.workspace().value);
  adding.connectors.refreshIfOld();
  talk.open();
  tray.open();
  history.resume();

  return {
    handlers: createHandlers({
      ...ports,
      adding,
      tryServer: (definition) =>
        tryServer(supervisorOptions, definition, AbortSignal.timeout(60_000)),
      configuration,
      secrets: namedSecrets(secrets),
      ...inForce.ofHandlers,
      key,
      viewChanged,
      models: () => models.list(),
      supervisor,
      authorization,
      entry,
      ...talk,
      usage,
      tries: new ToolTries({ pool, permissions, supervisor, files, send: ports.send }),
      questions,
      log,
      pool,
      permissions,
      chats,
      history,
      queue,
      files,
      ...openAttaching({ ...ports, database, files, supervisor, chats, models, settings }),
      team,
      push,
      ...agents,
    }),
    async stop() {
      await authorization.stop();
      tray.close();
      talk.close();
      history.close();
      team.teammates.close();
      await chats.stopAll();
      configuration.close();
      stopRetries();
      usage.set(false);
      await supervisor.stopAll();
      push.close();
      log.close();
      database.close();
    },
  };
}
