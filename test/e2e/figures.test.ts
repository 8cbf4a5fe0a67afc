import { expect, it } from 'vitest';
import { resize } from '../../scripts/launch.mjs';
import { fixture, openPatchbay } from './patchbay.ts';
import { findings, lookAtAll, shot } from './screens.ts';

it('draws what a server takes and how its calls go, in its row and on its page', async () => {
  const patchbay = await openPatchbay({
    settings: { mcpServers: { toolbox: fixture('toolbox') } },
  });
  const { app, page } = patchbay;
  await patchbay.untilConnected('toolbox');
  await patchbay.go('Servers');
  await page.getByRole('row', { name: /^toolbox/ }).click();
  for (const tool of ['echo', 'echo', 'echo', 'tool_error']) {
    await patchbay.request('servers.tryTool', { id: tool, server: 'toolbox', tool, input: {} });
  }
  const figures = page.getByRole('definition');
  const line = (name: RegExp) => page.getByRole('img', { name });
  await figures.filter({ hasText: '25 %' }).waitFor();
  await line(/^CPU of late/).waitFor();
  await line(/^Memory of late, at most \d+ MB/).waitFor();
  await line(/^Calls of late, at most [1-4]/).waitFor();
  await line(/^Call time of late/).waitFor();
  await figures.filter({ hasText: /^p50 .+, p95 / }).waitFor();
  await lookAtAll(patchbay, 'figures');
  await resize(app, 1440, 860);
  await page.getByRole('img', { name: 'Calls', exact: true }).waitFor();
  await shot(page, 'figures-row-1440');
  expect(await findings(patchbay)).toEqual([]);
});
