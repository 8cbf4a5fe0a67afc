import { usualContext } from '../../shared/context.ts';
import type { ContextSettings } from '../../shared/context.ts';
import { usualLog } from '../../shared/logSettings.ts';
import { usualNotices } from '../../shared/notices.ts';
import type { PermissionMode } from '../../shared/permission.ts';
import type { KeyState, SettingsView } from '../../shared/settings.ts';
import type { ModelCredential } from '../auth/modelKey.ts';
import type { LogCap } from '../store/logStore.ts';
import type { Settings } from './parseSettings.ts';

const defaultModel = 'claude-sonnet-5-5';
const defaultBaseUrl = 'https://api.anthropic.com';

type Environment = Readonly<Record<string, string | undefined>>;
type Choice = SettingsView['model'];

/** The model in force and where the choice comes from. */
export function modelChoice(settings: Settings): Choice {
  return settings.model
    ? { value: settings.model, source: 'settings' }
    : { value: defaultModel, source: 'default' };
}

/** The Messages API's address in force; the environment wins, as everywhere in its ecosystem. */
export function baseUrlChoice(settings: Settings, environment: Environment): Choice {
  const fromEnvironment = environment['ANTHROPIC_BASE_URL'];
  if (fromEnvironment) return { value: fromEnvironment, source: 'environment' };
  return settings.baseUrl
    ? { value: settings.baseUrl, source: 'settings' }
    : { value: defaultBaseUrl, source: 'default' };
}

/** The demo model answers while nothing says which real one should: no key and no own address. */
export function isDemo(credential: ModelCredential | undefined, baseUrl: Choice): boolean {
  return credential === undefined && baseUrl.source === 'default';
}

function contextOf(settings: Settings): SettingsView['context'] {
  const { contextWindow, compactAtPercent, deferToolsOver, deferToolsPercent } = settings;
  return { contextWindow, compactAtPercent, deferToolsOver, deferToolsPercent };
}

/** How much goes into a request, by the settings and by what is usual. */
export function contextChoice(settings: Settings): ContextSettings {
  const { contextWindow } = settings;
  return {
    compactAtPercent: settings.compactAtPercent ?? usualContext.compactAtPercent,
    deferToolsOver: settings.deferToolsOver ?? usualContext.deferToolsOver,
    deferToolsPercent: settings.deferToolsPercent ?? usualContext.deferToolsPercent,
    ...(contextWindow !== undefined && { contextWindow }),
  };
}

/** How much of the log is kept, in bytes and milliseconds. */
export function logCap({ logKeepDays, logKeepMegabytes }: Settings): LogCap {
  return {
    bytes: (logKeepMegabytes ?? usualLog.logKeepMegabytes) * 1_000_000,
    age: (logKeepDays ?? usualLog.logKeepDays) * 86_400_000,
  };
}

/** How long an answer takes at least that is told of; undefined where none is. In milliseconds. */
export function turnNoticeMs({ turnNoticeSeconds }: Settings): number | undefined {
  const seconds = turnNoticeSeconds ?? usualNotices.turnNoticeSeconds;
  return seconds === 0 ? undefined : seconds * 1000;
}

/** What the Settings screen shows, put together from its owners. */
export function settingsView(from: {
  readonly settings: Settings;
  readonly problems: SettingsView['problems'];
  readonly environment: Environment;
  readonly key: KeyState;
  readonly keychainProblem: SettingsView['keychainProblem'];
  readonly permissionMode: PermissionMode;
  readonly workspace: SettingsView['workspace'];
  readonly extraCaFile: SettingsView['extraCaFile'];
  readonly files: SettingsView['files'];
}): SettingsView {
  const { settings, key } = from;
  const baseUrl = baseUrlChoice(settings, from.environment);
  return {
    model: modelChoice(settings),
    baseUrl,
    key,
    keychainProblem: from.keychainProblem,
    permissionMode: from.permissionMode,
    demo: key.kind === 'none' && baseUrl.source === 'default',
    language: settings.language,
    theme: settings.theme ?? 'system',
    problems: from.problems,
    keys: settings.keys ?? {},
    context: contextOf(settings),
    log: { logKeepDays: settings.logKeepDays, logKeepMegabytes: settings.logKeepMegabytes },
    team: {
      teammatePollSeconds: settings.teammatePollSeconds,
      teammateIdleSeconds: settings.teammateIdleSeconds,
    },
    workspace: from.workspace,
    extraCaFile: from.extraCaFile,
    identityProvider: settings.identityProvider,
    clientMetadataUrl: settings.clientMetadataUrl,
    notifications: settings.notifications ?? usualNotices.notifications,
    turnNoticeSeconds: settings.turnNoticeSeconds,
    tray: settings.tray ?? usualNotices.tray,
    channelBounds: settings.channelBounds ?? {},
    files: from.files,
  };
}
