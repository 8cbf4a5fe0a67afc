import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { loadImage } from '../../src/main/ipc/loadImage.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAYAAAC56t6BAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/x.png`;
}

const codeOf = async (work: Promise<unknown>) =>
  work.then(
    () => 'loaded',
    (error: { error?: { code: string } }) => error.error?.code ?? JSON.stringify(error),
  );

it('loads an image with its size, and tells the host nothing of the person', async () => {
  let seen: Record<string, unknown> = {};
  const address = await serve((request, response) => {
    seen = request.headers;
    // What it is, its bytes say.
    response.setHeader('content-type', 'text/html');
    response.end(png);
  });
  const image = await loadImage(address, fetch);
  expect(image).toEqual({
    address: `data:image/png;base64,${png.toString('base64')}`,
    width: 2,
    height: 3,
  });
  expect(seen).not.toHaveProperty('cookie');
  expect(seen).not.toHaveProperty('referer');
  expect(seen).not.toHaveProperty('authorization');
});

it('loads an SVG, and neither a page nor anything else', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
  const answers = (type: string, body: string) =>
    serve((_request, response) => {
      response.setHeader('content-type', type);
      response.end(body);
    });
  const drawn = await loadImage(await answers('image/svg+xml; charset=utf-8', svg), fetch);
  expect(drawn.address).toMatch(/^data:image\/svg\+xml;base64,/);
  expect(await codeOf(loadImage(await answers('text/html', svg), fetch))).toBe('images/no-image');
  expect(await codeOf(loadImage(await answers('image/png', 'GIF?'), fetch))).toBe(
    'images/no-image',
  );
  expect(await codeOf(loadImage(await answers('image/png', ''), fetch))).toBe('images/no-image');
});

it('says why there is none', async () => {
  const missing = await serve((_request, response) => {
    response.statusCode = 404;
    response.end();
  });
  const silent = await serve(() => undefined);
  const endless = await serve((_request, response) => {
    const more = () => void (response.write(Buffer.alloc(1024 * 1024)) ? setImmediate(more) : 0);
    response.on('drain', more);
    more();
  });
  expect(await codeOf(loadImage('file:///etc/passwd', fetch))).toBe('images/bad-address');
  expect(await codeOf(loadImage('no address', fetch))).toBe('images/bad-address');
  expect(await codeOf(loadImage(missing, fetch))).toBe('images/unreachable');
  expect(await codeOf(loadImage('http://127.0.0.1:1/x', fetch))).toBe('images/unreachable');
  expect(await codeOf(loadImage(silent, fetch, 50))).toBe('images/unreachable');
  expect(await codeOf(loadImage(endless, fetch))).toBe('images/too-big');
});
