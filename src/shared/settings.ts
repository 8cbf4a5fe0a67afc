import { z } from 'zod';
import type { AppError } from './errors.ts';

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
  })
  .partial();
export type SettingsPatch = z.infer<typeof SettingsPatch>;

/** Where a value in force comes from. */
export type ValueSource = 'environment' | 'settings' | 'default';

export type KeyState =
  /** `variable` names the environment variable that supplies it. */
  | { readonly kind: 'environment'; readonly variable: string }
  | { readonly kind: 'keychain' }
  /** Not kept: the OS keychain could not be used, for the reason in `keychainProblem`. */
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
  readonly keychainProblem?: string | undefined;
  /** True while answers come from the demo model. */
  readonly demo: boolean;
  readonly language?: Language | undefined;
  readonly theme: Theme;
  readonly problems: readonly ConfigProblem[];
  readonly files: {
    readonly settings: string;
    readonly database: string;
    readonly data: string;
    readonly workspace: string;
  };
};

export type ModelChoice = { readonly id: string; readonly name: string };
