import { z } from 'zod';
import { ClientMetadataUrl, IdentityProvider } from './auth.ts';
import type { KeychainProblem } from './auth.ts';
import { ChannelBounds } from './channel.ts';
import { contextFields } from './context.ts';
import type { ContextField } from './context.ts';
import type { AppError } from './errors.ts';
import { KeyBindings } from './keys.ts';
import { logFields } from './logSettings.ts';
import type { LogField } from './logSettings.ts';
import { noticeFields } from './notices.ts';
import type { PermissionMode } from './permission.ts';
import { teamFields } from './team.ts';
import type { TeamField } from './team.ts';

export const Language = z.enum(['en', 'zh', 'ja']);
export type Language = z.infer<typeof Language>;

export const Theme = z.enum(['system', 'light', 'dark']);
export type Theme = z.infer<typeof Theme>;

/** What the UI may change in settings.json besides `mcpServers`; null removes the field. */
export const SettingsPatch = z
  .object({
    model: z.string().min(1).max(200).nullable(),
    baseUrl: z.url({ protocol: /^https?$/ }).nullable(),
    language: Language.nullable(),
    theme: Theme.nullable(),
    /** The folder that servers run in and are told of; `~` and what is relative is of the home folder. */
    workspace: z.string().trim().min(1).max(4096).nullable(),
    /** A PEM file of certificates to trust besides the usual ones. */
    extraCaFile: z.string().trim().min(1).max(4096).nullable(),
    identityProvider: IdentityProvider.nullable(),
    clientMetadataUrl: ClientMetadataUrl.nullable(),
    notifications: noticeFields.notifications.nullable(),
    turnNoticeSeconds: noticeFields.turnNoticeSeconds.nullable(),
    tray: noticeFields.tray.nullable(),
    channelBounds: ChannelBounds.nullable(),
    keys: KeyBindings.nullable(),
    logKeepDays: logFields.logKeepDays.nullable(),
    logKeepMegabytes: logFields.logKeepMegabytes.nullable(),
    contextWindow: contextFields.contextWindow.nullable(),
    compactAtPercent: contextFields.compactAtPercent.nullable(),
    deferToolsOver: contextFields.deferToolsOver.nullable(),
    deferToolsPercent: contextFields.deferToolsPercent.nullable(),
    teammatePollSeconds: teamFields.teammatePollSeconds.nullable(),
    teammateIdleSeconds: teamFields.teammateIdleSeconds.nullable(),
  })
  .partial();
export type SettingsPatch = z.infer<typeof SettingsPatch>;

/** Where a value in force comes from. */
export type ValueSource = 'environment' | 'settings' | 'default';

/** A file or folder in force, written out in full, and why it can't be used as it is. */
export type PathChoice = {
  readonly value?: string | undefined;
  readonly source: ValueSource;
  readonly problem?: AppError | undefined;
};
/** The settings that are paths. */
export const PathSetting = z.enum(['workspace', 'extraCaFile']);
export type PathSetting = z.infer<typeof PathSetting>;

export type KeyState =
  /** `variable` names the environment variable that supplies it. */
  | { readonly kind: 'environment'; readonly variable: string }
  | { readonly kind: 'keychain' }
  /** Not kept: the OS keychain could not be used, see `keychainProblem`. */
  | { readonly kind: 'memory' }
  | { readonly kind: 'none' };

/** A settings file that could not be used as it stands; the last good one stays in force. */
export type ConfigProblem = {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  readonly column: number;
  /** Dotted, e.g. `mcpServers.docs.command`; empty for a syntax error. */
  readonly field: string;
  readonly error: AppError;
};

export type SettingsView = {
  readonly model: { readonly value: string; readonly source: ValueSource };
  readonly baseUrl: { readonly value: string; readonly source: ValueSource };
  readonly key: KeyState;
  readonly keychainProblem?: KeychainProblem | undefined;
  readonly permissionMode: PermissionMode;
  /** True while answers come from the demo model. */
  readonly demo: boolean;
  readonly language?: Language | undefined;
  readonly theme: Theme;
  readonly problems: readonly ConfigProblem[];
  readonly keys: KeyBindings;
  /** What the settings say of how long the log is kept. */
  readonly log: { readonly [F in LogField]?: number | undefined };
  /** What the settings say of teammates; what is absent is as usual. */
  readonly team: { readonly [F in TeamField]?: number | undefined };
  /** Its source is `environment` too when the folder was named as Patchbay was started. */
  readonly workspace: PathChoice;
  readonly extraCaFile: PathChoice;
  /** As far as the settings say something. */
  readonly context: { readonly [K in ContextField]?: number | undefined };
  readonly identityProvider?: IdentityProvider | undefined;
  /** Our OAuth Client ID Metadata Document. */
  readonly clientMetadataUrl?: string | undefined;
  /** Whether the system tells of what happens while the window is not in front. */
  readonly notifications: boolean;
  /** As far as the settings say something. */
  readonly turnNoticeSeconds?: number | undefined;
  readonly tray: boolean;
  readonly channelBounds: ChannelBounds;
  readonly files: {
    readonly settings: string;
    readonly database: string;
    readonly data: string;
  };
};

export type ModelChoice = { readonly id: string; readonly name: string };
