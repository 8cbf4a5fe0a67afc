import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { refusalOf } from './messagesApiChecks.ts';

type Json = Record<string, unknown>;

export type FakeBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature?: string }
  | { readonly type: 'redacted_thinking'; readonly data: string }
  /** `json` may be anything, whole or not. */
  | {
      readonly type: 'tool_use';
      readonly id: string;
      readonly name: string;
      readonly json: string;
    }
  /** The API's own search for tools, which it runs within its answer. */
  | { readonly type: 'server_tool_use'; readonly id: string; readonly query: string }
  | {
      readonly type: 'tool_search_tool_result';
      readonly id: string;
      /** Names, or why it could not search. */
      readonly found: readonly string[] | string;
    };

type StreamedAnswer = {
  readonly blocks: readonly FakeBlock[];
  readonly stopReason?: string;
  /** Sends only so many events, and then does what `ending` says. */
  readonly events?: number;
  /** Wait for {@link FakeApi.release}, cut the connection, or send an error event. */
  readonly ending?: 'wait' | 'cut' | 'overload';
};

type FailedAnswer = {
  readonly status: number;
  readonly type: string;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
};

export type FakeAnswer = StreamedAnswer | FailedAnswer;
/** An answer, or one that depends on the request's body. */
export type FakeScript = FakeAnswer | ((body: Json) => FakeAnswer);

export type FakeRequest = {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Json;
};

/** A Messages API on loopback that refuses what the real one refuses and answers by a script. */
export class FakeApi {
  /** Those for answers; models and counts are asked for besides. */
  readonly requests: FakeRequest[] = [];
  /** Of every request, whatever it was for. */
  readonly headers: FakeRequest['headers'][] = [];
  /** How often it has counted tokens. */
  counts = 0;
  /** Every 400 that a request earned by itself. Empty when all of them were right. */
  readonly refusals: string[] = [];
  /** The models that GET /v1/models lists, two a page. */
  models = ['claude-big', 'claude-middle', 'claude-small'];
  /** How many tokens it takes, a quarter of the characters each, and tells as its window. */
  window: number | undefined;
  /** Whether answers tell how many tokens their requests had, rather than always the same few. */
  isCounting = false;
  /** What is answered when the script is over. */
  otherwise: (body: Json) => FakeAnswer = () => ({ blocks: [{ type: 'text', text: 'done' }] });
  readonly #script: FakeScript[];
  readonly #server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    request.on('end', () => this.#answer(request.url ?? '', request.headers, text, response));
  });
  #release: () => void = () => {};
  #reached: () => void = () => {};
  /** Resolves when an answer has sent all that it sends before it waits. */
  readonly waiting = new Promise<void>((resolve) => {
    this.#reached = resolve;
  });

  constructor(...script: readonly FakeScript[]) {
    this.#script = [...script];
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  /** Lets the answer that waits go on. */
  release(): void {
    this.#release();
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #answer(url: string, headers: FakeRequest['headers'], text: string, response: ServerResponse) {
    const { pathname, searchParams } = new URL(url, 'http://fake');
    const body = (text === '' ? {} : JSON.parse(text)) as Json;
    this.headers.push(headers);
    if (pathname === '/v1/messages') this.requests.push({ headers, body });
    if (!headers['authorization'] && !headers['x-api-key']) {
      return fail(response, { status: 401, type: 'authentication_error', message: 'no key' });
    }
    if (pathname === '/v1/models') {
      return sendJson(response, 200, this.#page(searchParams.get('after_id')));
    }
    if (pathname.startsWith('/v1/models/')) {
      const id = pathname.slice('/v1/models/'.length);
      return sendJson(response, 200, { id, type: 'model', max_input_tokens: this.window ?? null });
    }
    if (pathname === '/v1/messages/count_tokens') return this.#count(body, text, response);
    if (!headers['anthropic-version'] || pathname !== '/v1/messages') {
      return fail(response, { status: 404, type: 'not_found_error', message: pathname });
    }
    const refusal = refusalOf(body, text);
    if (refusal !== undefined) {
      this.refusals.push(refusal);
      return fail(response, { status: 400, type: 'invalid_request_error', message: refusal });
    }
    const tokens = tokensOf(body);
    if (this.window !== undefined && tokens > this.window) {
      const message = `prompt is too long: ${tokens} tokens > ${this.window} maximum`;
      return fail(response, { status: 400, type: 'invalid_request_error', message });
    }
    const next = this.#script.shift() ?? this.otherwise;
    const answer = typeof next === 'function' ? next(body) : next;
    if ('status' in answer) return fail(response, answer);
    void this.#stream(response, answer, tokens, String(body['model']));
  }

  /** The same checks as for an answer, but for what only an answer needs. */
  #count(body: Json, text: string, response: ServerResponse): void {
    this.counts++;
    const extra = ['max_tokens', 'stream'].find((field) => field in body);
    const refusal =
      extra === undefined
        ? refusalOf({ ...body, max_tokens: 1 }, text)
        : `${extra}: Extra inputs are not permitted`;
    if (refusal === undefined) return sendJson(response, 200, { input_tokens: tokensOf(body) });
    this.refusals.push(refusal);
    fail(response, { status: 400, type: 'invalid_request_error', message: refusal });
  }

  async #stream(
    response: ServerResponse,
    answer: StreamedAnswer,
    tokens: number,
    model: string,
  ): Promise<void> {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const output = Math.ceil(JSON.stringify(answer.blocks).length / 4);
    const usage = this.isCounting ? { input: tokens, output } : { input: 10, output: 20 };
    const all = eventsOf(answer.blocks, usage, model, answer.stopReason);
    const send = (events: readonly Json[]): void => {
      for (const event of events) {
        response.write(`event: ${String(event['type'])}\ndata: ${JSON.stringify(event)}\n\n`);
      }
    };
    if (answer.events === undefined) {
      send(all);
      response.end();
      return;
    }
    send(all.slice(0, answer.events));
    if (answer.ending === 'overload') {
      send([{ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }]);
      response.end();
      return;
    }
    this.#reached();
    if (answer.ending === 'cut') {
      response.write('', () => response.destroy());
      return;
    }
    await new Promise<void>((resolve) => {
      this.#release = resolve;
      response.on('close', resolve);
    });
    send(all.slice(answer.events));
    response.end();
  }

  #page(after: string | null): Json {
    const start = after === null ? 0 : this.models.indexOf(after) + 1;
    const ids = this.models.slice(start, start + 2);
    return {
      data: ids.map((id) => ({ id, type: 'model', display_name: `The ${id}`, created_at: '' })),
      has_more: start + 2 < this.models.length,
      first_id: ids[0] ?? null,
      last_id: ids.at(-1) ?? null,
    };
  }
}

/** Of what is in the context: not of tools whose loading is deferred. */
function tokensOf({ system, tools, messages }: Json): number {
  const told = (tools as Json[] | undefined)?.filter((tool) => tool['defer_loading'] !== true);
  return Math.ceil(JSON.stringify([system, told, messages]).length / 4);
}

function eventsOf(
  blocks: readonly FakeBlock[],
  usage: { readonly input: number; readonly output: number },
  model: string,
  stopReason?: string,
): Json[] {
  const hasTool = blocks.some((block) => block.type === 'tool_use');
  const cached = { cache_read_input_tokens: 3, cache_creation_input_tokens: 2 };
  return [
    {
      type: 'message_start',
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model,
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { ...cached, input_tokens: usage.input, output_tokens: 1 },
      },
    },
    { type: 'ping' },
    ...blocks.flatMap((block, index) => [
      { type: 'content_block_start', index, content_block: startOf(block) },
      ...deltasOf(block).map((delta) => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index },
    ]),
    {
      type: 'message_delta',
      delta: {
        stop_reason: stopReason ?? (hasTool ? 'tool_use' : 'end_turn'),
        stop_sequence: null,
      },
      usage: { output_tokens: usage.output },
    },
    { type: 'message_stop' },
  ];
}

function startOf(block: FakeBlock): Json {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: '' };
    case 'thinking':
      return { type: 'thinking', thinking: '', signature: '' };
    case 'redacted_thinking':
      return block;
    case 'tool_use':
      return { type: 'tool_use', id: block.id, name: block.name, input: {} };
    case 'server_tool_use':
      return { ...block, query: undefined, name: 'tool_search_tool_bm25', input: {} };
    case 'tool_search_tool_result': {
      const { id: tool_use_id, found } = block;
      const content =
        typeof found === 'string'
          ? { type: 'tool_search_tool_result_error', error_code: found }
          : {
              type: 'tool_search_tool_search_result',
              tool_references: found.map((tool_name) => ({ type: 'tool_reference', tool_name })),
            };
      return { type: block.type, tool_use_id, content };
    }
  }
}

/** Two pieces each, so that every answer is put together from parts. */
function deltasOf(block: FakeBlock): Json[] {
  switch (block.type) {
    case 'text':
      return halves(block.text).map((text) => ({ type: 'text_delta', text }));
    case 'thinking':
      return [
        ...halves(block.thinking).map((thinking) => ({ type: 'thinking_delta', thinking })),
        { type: 'signature_delta', signature: block.signature ?? 'signed' },
      ];
    case 'tool_use':
      return halves(block.json).map((partial_json) => ({ type: 'input_json_delta', partial_json }));
    case 'server_tool_use':
      return halves(JSON.stringify({ query: block.query })).map((partial_json) => ({
        type: 'input_json_delta',
        partial_json,
      }));
    case 'tool_search_tool_result':
    case 'redacted_thinking':
      return [];
  }
}

function halves(text: string): [string, string] {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)];
}

function fail(response: ServerResponse, answer: FailedAnswer): void {
  const { status, type, message, headers } = answer;
  sendJson(response, status, { type: 'error', error: { type, message } }, headers);
}

function sendJson(
  response: ServerResponse,
  status: number,
  body: Json,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}
