import type { SettingsSection } from '../store/stores.ts';

/** What stands in each section of the settings, and is found by: its labels there. */
export const settingLabels = {
  model: ['settings:key.label', 'settings:model.label', 'settings:baseUrl.label'],
  context: ['context:setting.compactAtPercent.label', 'context:setting.contextWindow.label'],
  connections: ['settings:workspace.label', 'settings:extraCaFile.label'],
  identity: ['settings:identity.provider', 'settings:clientMetadataUrl.label'],
  permissions: ['settings:permissions.mode', 'settings:permissions.rules'],
  hooks: [],
  team: ['teammates:settings.teammatePollSeconds', 'teammates:settings.teammateIdleSeconds'],
  channels: ['channels:settings.burst', 'channels:settings.perMinute'],
  secrets: [],
  log: ['logs:settings.space'],
  appearance: ['settings:appearance.language', 'settings:appearance.theme'],
  background: ['background:notices', 'background:turns', 'background:tray'],
  servers: [],
  conversations: ['history:all.export', 'history:all.import'],
  files: ['settings:files.open', 'settings:files.database', 'settings:files.data'],
} as const satisfies Readonly<Record<SettingsSection, readonly string[]>>;
