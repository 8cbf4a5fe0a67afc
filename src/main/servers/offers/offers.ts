import { ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import type { ServerCapabilities } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { AppFailure } from '../../../shared/errors.ts';
import type {
  CompletionTarget,
  PromptInfo,
  ResourceContent,
  ResourceInfo,
  ResourceTemplateInfo,
} from '../../../shared/resource.ts';
import { listAsSent } from '../connection/asSent.ts';
import { checkPrompts, promptText } from './prompts.ts';
import type { PromptText } from './prompts.ts';
import { readPages } from '../connection/readPages.ts';
import { checkResources, checkTemplates, readContents } from './resources.ts';
import type { ReadLimits } from './resources.ts';
import { checkSkills } from './skills.ts';
import type { SkillEntry } from './skills.ts';

/** How a connection is asked; rejects with what was thrown. */
export type Asking = {
  readonly request: (
    method: string,
    params: Readonly<Record<string, unknown>>,
  ) => Promise<Readonly<Record<string, unknown>>>;
  readonly capabilities: () => ServerCapabilities;
  /** Whether `notifications/resources/updated` come for this URI. */
  readonly watch: (uri: string, on: boolean) => Promise<void>;
  /** Told what a person who looks at the server should know. */
  readonly warn: (text: string) => void;
  /** Takes out of what a server says what nobody may see. */
  readonly hide?: ((text: string) => string) | undefined;
};

export type ResourceLists = {
  readonly resources: readonly ResourceInfo[];
  readonly templates: readonly ResourceTemplateInfo[];
  readonly canSubscribe: boolean;
};

export type CompletionQuestion = {
  readonly target: CompletionTarget;
  readonly argument: { readonly name: string; readonly value: string };
  /** The other arguments as they are so far. */
  readonly context?: Readonly<Record<string, string>> | undefined;
};

/** MCP's error for a resource that does not exist, before 2026-07-28. */
const resourceNotFound = -32002;
/** The specification's limit of an answer. */
const mostCompletions = 100;
const Completion = z.object({ completion: z.object({ values: z.array(z.unknown()) }) });

/** What a connected server offers besides tools. Everything rejects with an AppFailure. */
export class Offers {
  constructor(
    private readonly server: string,
    private readonly asking: Asking,
  ) {}

  get hasResources(): boolean {
    return this.asking.capabilities().resources !== undefined;
  }

  get hasPrompts(): boolean {
    return this.asking.capabilities().prompts !== undefined;
  }

  /** Many servers have no templates and refuse to list them: then there are none. */
  async resources(): Promise<ResourceLists> {
    if (!this.hasResources) return { resources: [], templates: [], canSubscribe: false };
    const [resources, templates] = await Promise.all([
      this.#list('resources/list'),
      this.#list('resources/templates/list').catch((): readonly unknown[] => []),
    ]);
    return {
      resources: checkResources(this.server, resources),
      templates: checkTemplates(this.server, templates),
      canSubscribe: this.asking.capabilities().resources?.subscribe === true,
    };
  }

  async read(uri: string, limits?: ReadLimits): Promise<readonly ResourceContent[]> {
    try {
      const result = await this.#ask('resources/read', { uri });
      return readContents(this.server, uri, result, limits);
    } catch (thrown) {
      if (!(thrown instanceof ProtocolError) || Number(thrown.code) !== resourceNotFound) {
        throw this.#failure('resources/read', thrown);
      }
      throw new AppFailure({
        code: 'server/resource-not-found',
        message: `${this.server} has no resource ${uri}.`,
        params: { server: this.server, uri },
      });
    }
  }

  async subscribe(uri: string, on: boolean): Promise<void> {
    try {
      await this.asking.watch(uri, on);
    } catch (thrown) {
      throw this.#failure(on ? 'resources/subscribe' : 'resources/unsubscribe', thrown);
    }
  }

  async prompts(): Promise<readonly PromptInfo[]> {
    return this.hasPrompts ? checkPrompts(this.server, await this.#list('prompts/list')) : [];
  }

  async prompt(name: string, args: Readonly<Record<string, string>>): Promise<PromptText> {
    try {
      const result = await this.#ask('prompts/get', { name, arguments: args });
      return promptText(this.server, result);
    } catch (thrown) {
      throw this.#failure('prompts/get', thrown);
    }
  }

  /** The skills of the extension `io.modelcontextprotocol/skills`, without their files. */
  async skills(): Promise<readonly SkillEntry[]> {
    try {
      return checkSkills(await this.#ask('skills/list', {}));
    } catch (thrown) {
      throw this.#failure('skills/list', thrown);
    }
  }

  /** Values that an argument may have, as the server suggests; none when it suggests nothing. */
  async complete({ target, argument, context }: CompletionQuestion): Promise<readonly string[]> {
    if (this.asking.capabilities().completions === undefined) return [];
    const ref =
      target.kind === 'prompt'
        ? { type: 'ref/prompt', name: target.name }
        : { type: 'ref/resource', uri: target.uriTemplate };
    const params = { ref, argument, ...(context && { context: { arguments: context } }) };
    try {
      const parsed = Completion.safeParse(await this.#ask('completion/complete', params));
      const values = parsed.success ? parsed.data.completion.values : [];
      return values.filter((value) => typeof value === 'string').slice(0, mostCompletions);
    } catch (thrown) {
      throw this.#failure('completion/complete', thrown);
    }
  }

  async #list(method: string): Promise<readonly unknown[]> {
    try {
      const { items, cut } = await readPages(async (cursor) => {
        const page = await this.#ask(method, cursor === undefined ? {} : { cursor });
        return { items: listAsSent(page) ?? [], nextCursor: page['nextCursor'] };
      });
      if (cut !== undefined) this.asking.warn(`${method} ${cut}`);
      return items;
    } catch (thrown) {
      throw this.#failure(method, thrown);
    }
  }

  #ask(method: string, params: Readonly<Record<string, unknown>>) {
    return this.asking.request(method, params);
  }

  #failure(method: string, thrown: unknown): AppFailure {
    if (thrown instanceof AppFailure) return thrown;
    const { server } = this;
    if (thrown instanceof SdkError && thrown.code === SdkErrorCode.RequestTimeout) {
      return new AppFailure({
        code: 'server/request-timeout',
        message: `${server} did not answer ${method} in time.`,
        params: { server, method },
      });
    }
    const said = thrown instanceof Error ? thrown.message : String(thrown);
    const reason = this.asking.hide?.(said) ?? said;
    return new AppFailure({
      code: 'server/request-failed',
      message: `${server} did not answer ${method}: ${reason}`,
      params: { server, method, reason },
    });
  }
}
