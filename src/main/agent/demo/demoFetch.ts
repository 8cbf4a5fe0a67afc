import { abortableWait } from '../model/abortableWait.ts';
import { readDemoRequest } from './demoRequest.ts';
import { demoAnswer } from './demoRules.ts';
import { demoEvents } from './demoStream.ts';

export type DemoFetchOptions = {
  /** Between two pieces of an answer, so that streaming is seen. */
  readonly delayMs?: number;
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
};

/** The model id that the demo answers to; it takes any other too. */
const demoModelId = 'demo';

/**
 * A `fetch` that answers as the Messages API does, in this process, by the fixed rules of the demo
 * model: POST /v1/messages (streamed), POST /v1/messages/count_tokens, GET /v1/models.
 */
export function createDemoFetch(options: DemoFetchOptions = {}) {
  const { delayMs = 5, wait = abortableWait } = options;
  return async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : input);
    const body = typeof init.body === 'string' ? init.body : '';
    const signal = init.signal ?? new AbortController().signal;
    signal.throwIfAborted();
    switch (url.pathname) {
      case '/v1/messages':
        return streamed(body, signal, (at) => wait(delayMs, at));
      case '/v1/messages/count_tokens':
        return Response.json({ input_tokens: tokensOf(body) });
      case '/v1/models':
        return Response.json({ data: [model], has_more: false, first_id: null, last_id: null });
      default:
        return failed(404, 'not_found_error', `no ${url.pathname} here`);
    }
  };
}

const model = {
  id: demoModelId,
  type: 'model',
  display_name: 'Demo model',
  created_at: '1970-01-01T00:00:00Z',
};

function streamed(
  body: string,
  signal: AbortSignal,
  pause: (signal: AbortSignal) => Promise<void>,
): Response {
  let events: ReturnType<typeof demoEvents>;
  try {
    const answer = demoAnswer(readDemoRequest(JSON.parse(body)));
    events = demoEvents(answer, demoModelId, tokensOf(body));
  } catch (thrown) {
    return failed(400, 'invalid_request_error', String(thrown));
  }
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        signal.throwIfAborted();
        const next = events.next();
        if (next.done === true) return controller.close();
        const { type } = next.value;
        if (type === 'content_block_delta') await pause(signal);
        controller.enqueue(
          encoder.encode(`event: ${type}\ndata: ${JSON.stringify(next.value)}\n\n`),
        );
      } catch (thrown) {
        controller.error(thrown);
      }
    },
  });
  return new Response(stream, { headers: { 'content-type': 'text/event-stream' } });
}

function failed(status: number, type: string, message: string): Response {
  return Response.json({ type: 'error', error: { type, message } }, { status });
}

/** Without images and documents, which it does not look into. */
const tokensOf = (body: string): number =>
  Math.ceil(body.replace(/"data":"[\w+/=]+"/g, '').length / 4);
