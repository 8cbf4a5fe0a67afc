import type { HookView } from '../../shared/hook.ts';
import type { Configuration } from './configuration.ts';

/** A folder's files name no programs that run by themselves: nobody has been asked about them. */
const trusted: ReadonlySet<HookView['layer']> = new Set(['managed', 'user']);

/** The hooks of all files, in the order in which they run; those that are ignored too. */
export function hookViews(
  configuration: Pick<Configuration, 'settingsOf' | 'pathOf'>,
): readonly HookView[] {
  return (['managed', 'user', 'project', 'local'] as const).flatMap((layer) =>
    (configuration.settingsOf(layer)?.hooks ?? []).map((hook) => ({
      ...hook,
      layer,
      file: configuration.pathOf(layer),
      ignored: !trusted.has(layer),
    })),
  );
}
