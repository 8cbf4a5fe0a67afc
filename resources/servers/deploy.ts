import { setTimeout as wait } from 'node:timers/promises';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';
import { version } from '../../package.json';

const steps = ['build', 'test', 'upload', 'switch traffic', 'check health'] as const;
/** All steps together take about a second: long enough to see the progress. */
const stepMs = 200;
const keptDeployments = 20;

const Environment = z.enum(['staging', 'production']);
const Deployment = z.object({
  id: z.number().int(),
  service: z.string(),
  version: z.string(),
  environment: Environment,
  state: z.enum(['running', 'succeeded', 'cancelled']),
  step: z.string(),
});
type Deployment = z.infer<typeof Deployment>;

/** Newest first; forgotten when the server ends. */
const deployments: Deployment[] = [];
let lastId = 0;

const describe = ({ id, service, version: deployed, environment, state }: Deployment): string =>
  `Deployment ${id} of ${service} ${deployed} to ${environment}: ${state}`;
const note = 'This is a simulation: nothing real was changed.';

const server = new McpServer(
  { name: 'deploy', title: 'Deployments (simulated)', version },
  { instructions: 'Simulates deployments. Nothing real is changed, whatever the tools say.' },
);

server.registerTool(
  'trigger',
  {
    title: 'Trigger a deployment',
    description: 'Deploys a version of a service. Simulated: nothing real is changed.',
    inputSchema: {
      service: z.string().min(1).max(100).default('web').describe('What to deploy'),
      version: z.string().min(1).max(100).default('latest').describe('Which version of it'),
      environment: Environment.default('staging').describe('Where to'),
    },
    outputSchema: { deployment: Deployment },
    annotations: {
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: false,
      openWorldHint: false,
    },
  },
  async (input, { signal, sendNotification, _meta }) => {
    const deployment: Deployment = { ...input, id: ++lastId, state: 'running', step: steps[0] };
    deployments.unshift(deployment);
    deployments.splice(keptDeployments);
    const progressToken = _meta?.progressToken;
    try {
      for (const [done, step] of steps.entries()) {
        deployment.step = step;
        if (progressToken !== undefined) {
          await sendNotification({
            method: 'notifications/progress',
            params: { progressToken, progress: done, total: steps.length, message: step },
          });
        }
        await wait(stepMs, undefined, { signal });
      }
      deployment.state = 'succeeded';
    } catch (error) {
      if (!signal.aborted) throw error;
      deployment.state = 'cancelled';
    }
    return {
      content: [{ type: 'text', text: `${describe(deployment)}. ${note}` }],
      structuredContent: { deployment },
    };
  },
);

server.registerTool(
  'status',
  {
    title: 'Show deployments',
    description: 'Lists the deployments of this session, newest first.',
    inputSchema: {
      service: z.string().max(100).optional().describe('Only those of this service'),
    },
    outputSchema: { deployments: z.array(Deployment) },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  ({ service }) => {
    const shown = deployments.filter((one) => service === undefined || one.service === service);
    const text =
      shown.length === 0
        ? 'Nothing has been deployed since this server started.'
        : shown.map(describe).join('\n');
    return { content: [{ type: 'text', text }], structuredContent: { deployments: shown } };
  },
);

void server
  .connect(new StdioServerTransport())
  .then(() => console.error('deploy server ready, nothing real is changed'));
