import type { ServerSummary } from '../../src/shared/server.ts';
import { AppFailure } from '../../src/shared/errors.ts';
import type {
  CallOptions,
  ServerTool,
  ToolOutcome,
} from '../../src/main/servers/tools/serverTool.ts';
import { connected, serverSummary, serverTool, stopped } from './tools.ts';

const readOnly = { readOnlyHint: true };
const environment = { type: 'string', enum: ['staging', 'production'] };

/** The two bundled servers, without processes: stopped until they are connected. */
export class DemoServers {
  readonly called: { readonly tool: string; readonly input: unknown }[] = [];
  /** Why connecting fails, if it does. */
  failure: string | undefined;
  readonly #connected = new Set<string>();
  readonly #tools: readonly ServerTool[] = [
    serverTool('docs', 'search', {
      description: 'Search the documentation.',
      annotations: readOnly,
      inputSchema: {
        type: 'object',
        properties: { query: { type: 'string' } },
        required: ['query'],
      },
    }),
    serverTool('docs', 'get_version', { description: 'The version.', annotations: readOnly }),
    serverTool('deploy', 'trigger', {
      description: 'Trigger a deployment.',
      annotations: { destructiveHint: true },
      inputSchema: {
        type: 'object',
        properties: { service: { type: 'string' }, environment, dryRun: { type: 'boolean' } },
        required: ['service', 'environment'],
      },
    }),
    serverTool('deploy', 'status', { description: 'The status.', annotations: readOnly }),
  ];

  list(): ServerSummary[] {
    return ['deploy', 'docs'].map((name) =>
      serverSummary(name, this.#connected.has(name) ? connected : stopped, 'bundled'),
    );
  }

  async connect(name: string): Promise<void> {
    if (this.failure !== undefined) {
      throw new AppFailure({ code: 'server/exited', message: this.failure });
    }
    this.#connected.add(name);
  }

  tools(): ServerTool[] {
    return this.#tools.filter((tool) => this.#connected.has(tool.server));
  }

  instructions(): [] {
    return [];
  }

  async call(
    server: string,
    tool: string,
    input: unknown,
    _options?: CallOptions,
  ): Promise<ToolOutcome> {
    this.called.push({ tool: `${server}.${tool}`, input });
    return { content: [{ type: 'text', text: `the result of ${tool}` }], isError: false };
  }
}
