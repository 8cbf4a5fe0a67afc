import { describe, expect, it } from 'vitest';
import { createDemoFetch } from '../../../src/main/agent/demo/demoFetch.ts';

const post = (body: unknown, signal?: AbortSignal) =>
  createDemoFetch({ wait: async () => {} })('http://demo.invalid/v1/messages', {
    method: 'POST',
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });

describe('createDemoFetch', () => {
  it('streams the events of the Messages API in their order', async () => {
    const response = await post({ messages: [{ role: 'user', content: 'hi' }] });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const types = [...(await response.text()).matchAll(/^event: (.*)$/gm)].map(([, type]) => type);
    expect(types.slice(0, 3)).toEqual(['message_start', 'ping', 'content_block_start']);
    expect(types.slice(-3)).toEqual(['content_block_stop', 'message_delta', 'message_stop']);
  });

  it('says of what is attached that it can not look into it', async () => {
    const frame = '<attached-file name="a.png" type="image/png">\n(the image)\n</attached-file>';
    const content = [frame, 'What is it?'].map((text) => ({ type: 'text', text }));
    const response = await post({ messages: [{ role: 'user', content }] });
    const said = [...(await response.text()).matchAll(/"text_delta","text":"(.*?)"\}/g)];
    expect(said.map(([, text]) => text).join('')).toContain('I cannot look into it');
  });

  it('refuses what is no request, and knows no other address', async () => {
    expect((await post({ nothing: true })).status).toBe(400);
    const elsewhere = await createDemoFetch()('http://demo.invalid/v1/files');
    expect(elsewhere.status).toBe(404);
  });

  it('lists itself and counts tokens', async () => {
    const fetch = createDemoFetch();
    const models = await fetch('http://demo.invalid/v1/models?limit=100');
    expect(await models.json()).toMatchObject({
      data: [{ id: 'demo', display_name: 'Demo model' }],
    });
    const count = await fetch('http://demo.invalid/v1/messages/count_tokens', {
      method: 'POST',
      body: 'x'.repeat(8),
    });
    expect(await count.json()).toEqual({ input_tokens: 2 });
    const picture = await fetch('http://demo.invalid/v1/messages/count_tokens', {
      method: 'POST',
      body: JSON.stringify({ data: 'A'.repeat(4_000_000) }),
    });
    expect(await picture.json()).toEqual({ input_tokens: 1 });
  });

  it('breaks off when it is aborted', async () => {
    const controller = new AbortController();
    const response = await post({ messages: [{ role: 'user', content: 'hi' }] }, controller.signal);
    controller.abort();
    await expect(response.text()).rejects.toThrow();
  });
});
