// A local server that takes its time to answer `initialize`, as real ones do.
import { serve, tool } from '../test/fixtures/servers/rpc.mjs';

const delayMs = Number(process.argv[2]);

serve({
  initialize: async () => {
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    return {
      protocolVersion: '2025-11-25',
      capabilities: { tools: {} },
      serverInfo: { name: 'slow', version: '1.0.0' },
    };
  },
  'tools/list': () => ({ tools: [tool('one'), tool('two')] }),
});
