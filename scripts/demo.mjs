// `npm run demo [-- --out DIR]`: plays the three prompts in the real app, prints the transcript as
// it goes, writes pictures and transcript.json into DIR. Exits 0 only if all three did their job.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureDisplay } from './display.mjs';
import { setup } from './setup.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{ name: string, arguments: unknown, state: string, result: string }} Call */
/** @typedef {{ prompt: string, calls: Call[], answer: string }} Turn */

const { values } = parseArgs({ options: { out: { type: 'string', default: 'out/demo' } } });
const out = path.resolve(values.out);
const answerLimitMs = 60_000;

/** Each prompt with what must be seen after it (tool name prefixes, marks, both servers at once). */
const prompts = [
  {
    text: 'Connect to the docs MCP server and search for something',
    calls: ['connect_mcp', 'mcp__docs__search'],
    says: [],
  },
  {
    text: 'Connect to the deploy server and trigger a deployment',
    calls: ['connect_mcp', 'mcp__deploy__trigger'],
    says: [],
  },
  {
    text: 'Connect both servers — what tools are now available?',
    calls: ['connect_mcp'],
    says: [
      /mcp__docs__search\W.*\(readOnly\)/,
      /mcp__docs__get_version\W.*\(readOnly\)/,
      /mcp__deploy__trigger\W.*\(destructive\)/,
      /mcp__deploy__status\W.*\(readOnly\)/,
    ],
  },
];

const runtime = await setup({ log: console.log });
if (!runtime) throw new Error('no Electron runtime');
// Only now: playwright-core may have been installed by the set-up.
const { launchPatchbay, resize } = await import('./launch.mjs');
const display = await ensureDisplay();
const userData = await mkdtemp(path.join(os.tmpdir(), 'patchbay-demo-'));
await mkdir(out, { recursive: true });
const env = /** @type {Record<string, string>} */ (display.env ?? {});
const { app, page } = await launchPatchbay({ execPath: runtime.execPath, userData, env });
/** @type {string[]} */
const missing = [];
try {
  await resize(app, 1280, 800);
  /** @type {Turn[]} */
  const turns = [];
  for (const prompt of prompts) {
    const turn = await play(page, prompt.text);
    turns.push(turn);
    missing.push(...whatIsMissing(prompt, turn));
  }
  await writeFile(path.join(out, 'transcript.json'), `${JSON.stringify(turns, null, 2)}\n`);
  await pictures(page);
} finally {
  await app.close();
  await display.stop();
  await rm(userData, { recursive: true, force: true });
}
for (const what of missing) console.error(`missing: ${what}`);
console.log(`${out}: ${missing.length === 0 ? 'all three prompts did their job' : 'see above'}`);
process.exitCode = missing.length === 0 ? 0 : 1;

/**
 * Asks in a new chat, allows what is asked about, and reads what came of it from the app itself.
 * @param {Page} page
 * @param {string} prompt
 * @returns {Promise<Turn>}
 */
async function play(page, prompt) {
  console.log(`\n> ${prompt}`);
  await page.getByRole('button', { name: 'New chat' }).first().click();
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.fill(prompt);
  await message.press('Enter');
  const stop = page.getByRole('button', { name: /^Stop/ }).last();
  const allow = page.getByRole('button', { name: /^Allow once/ });
  await stop.waitFor();
  const ended = stop.waitFor({ state: 'detached', timeout: answerLimitMs }).then(() => 'ended');
  for (;;) {
    const next = await Promise.race([
      ended,
      allow.waitFor().then(
        () => 'asked',
        () => 'ended',
      ),
    ]);
    if (next === 'ended') break;
    await allow.click();
    await allow.waitFor({ state: 'detached' });
  }
  await ended;
  const turn = await readTurn(page, prompt);
  for (const call of turn.calls) {
    console.log(`  ${call.name} ${JSON.stringify(call.arguments)} -> ${call.state}`);
    console.log(`    ${call.result.replaceAll('\n', '\n    ')}`);
  }
  console.log(turn.answer);
  return turn;
}

/**
 * @param {Page} page
 * @param {string} prompt
 * @returns {Promise<Turn>}
 */
async function readTurn(page, prompt) {
  const items = await page.evaluate(async () => {
    const list = await window.patchbay.request('chat.list', undefined);
    const id = list.ok ? (list.value[0]?.id ?? '') : '';
    const chat = await window.patchbay.request('chat.open', id);
    return chat.ok ? chat.value.items : [];
  });
  /** @type {Call[]} */
  const calls = [];
  let answer = '';
  for (const item of items) {
    if (item.kind === 'text') answer = item.text;
    if (item.kind !== 'tool') continue;
    const { name, input, state, result = [] } = item.call;
    const texts = result.map((part) => (part.kind === 'text' ? part.text : `[${part.kind}]`));
    calls.push({ name, arguments: input, state, result: texts.join('\n') });
  }
  return { prompt, calls, answer };
}

/**
 * @param {(typeof prompts)[number]} prompt
 * @param {Turn} turn
 */
function whatIsMissing(prompt, turn) {
  const done = turn.calls.filter((call) => call.state === 'done').map((call) => call.name);
  return [
    ...prompt.calls
      .filter((name) => !done.includes(name))
      .map((name) => `"${prompt.text}" did not call ${name}`),
    ...prompt.says
      .filter((pattern) => !pattern.test(turn.answer))
      .map((pattern) => `the answer to "${prompt.text}" does not say ${pattern}`),
  ];
}

/** @param {Page} page */
async function pictures(page) {
  const views = ['Chat', 'Servers', 'Logs'];
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const view of views) {
      await page
        .getByRole('navigation', { name: 'Views' })
        .getByRole('button', { name: new RegExp(`^${view}`) })
        .click();
      const file = path.join(out, `${view.toLowerCase()}-${colorScheme}.png`);
      await page.screenshot({ path: file });
      console.log(file);
    }
  }
}
