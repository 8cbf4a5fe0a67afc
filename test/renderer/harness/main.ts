import type { FakeBridge } from '../fakeBridge.ts';

/**
 * Shows the real screens on made-up data: `?scenario=NAME` picks a file of ./scenarios whose
 * `bridge` stands in for main. Start it with `npx vite test/renderer/harness`.
 */
const scenarios = import.meta.glob<{ readonly bridge: () => FakeBridge }>('./scenarios/*.ts');
const name = new URLSearchParams(location.search).get('scenario') ?? 'empty';
const load = scenarios[`./scenarios/${name}.ts`];
if (!load) throw new Error(`no such scenario: ${name}`);
const scenario = await load();
Object.assign(window, { patchbay: scenario.bridge() });
await import('../../../src/renderer/src/main.tsx');
