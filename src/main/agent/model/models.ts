import type { ModelChoice, SettingsView } from '../../../shared/settings.ts';
import type { ModelCredential } from '../../auth/modelKey.ts';
import { isDemo } from '../../config/settingsView.ts';
import type { FetchPort } from './anthropicModel.ts';
import { createDemoFetch } from '../demo/demoFetch.ts';
import type { ModelClient } from './model.ts';

/** Where the model is and what opens it, as the settings, keychain and environment say now. */
export type ModelAccess = {
  readonly credential: ModelCredential | undefined;
  readonly baseUrl: SettingsView['baseUrl'];
};

export type Models = {
  /** The client for what is in force now; the same one as long as that does not change. */
  current(): Promise<ModelClient>;
  /** Whether the demo model answers. */
  isDemo(): Promise<boolean>;
  /** The models to choose from; none while the demo model answers. Throws an AppFailure. */
  list(): Promise<readonly ModelChoice[]>;
};

const listLimitMs = 20_000;

/** Chooses between the demo model and the real one, each time anew. `fetch` reaches the real one. */
export function createModels(access: () => Promise<ModelAccess>, fetch?: FetchPort): Models {
  let made:
    { readonly key: string; readonly client: ModelClient; readonly demo: boolean } | undefined;

  async function inForce() {
    const { credential, baseUrl } = await access();
    const key = JSON.stringify([credential, baseUrl]);
    if (made?.key !== key) {
      const demo = isDemo(credential, baseUrl);
      // Loaded with the first answer: the SDK would only delay the start.
      const { createAnthropicModel } = await import('./anthropicModel.ts');
      const client = demo
        ? {
            ...createAnthropicModel({
              credential: undefined,
              baseUrl: 'http://demo.invalid',
              fetch: createDemoFetch(),
            }),
            // It has no tokens, so that there is nothing to count.
            countTokens: async () => undefined,
          }
        : createAnthropicModel({ credential, baseUrl: baseUrl.value, ...(fetch && { fetch }) });
      made = { key, client, demo };
    }
    return made;
  }

  return {
    current: async () => (await inForce()).client,
    isDemo: async () => (await inForce()).demo,
    async list() {
      const { client, demo } = await inForce();
      return demo ? [] : client.listModels(AbortSignal.timeout(listLimitMs));
    },
  };
}
