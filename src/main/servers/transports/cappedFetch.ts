/**
 * The same fetch, whose bodies break off where one message is longer than `maxBytes`: a whole body,
 * or one event of a stream (HTML, server-sent events). The reader gets the error that `onTooBig` gives.
 */
export function cappedFetch(
  fetchNow: typeof fetch,
  maxBytes: number,
  onTooBig: () => Error,
): typeof fetch {
  return async (input, init) => {
    const response = await fetchNow(input, init);
    if (response.body !== null) cap(response, response.body, maxBytes, onTooBig);
    return response;
  };
}

/** Replaces how the body is read; all else of the response stays as it is. */
function cap(
  response: Response,
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
  onTooBig: () => Error,
): void {
  const isStream = /^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '');
  const size = isStream ? new EventSize() : new WholeSize();
  const reader = body.getReader();
  const capped = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) {
          controller.close();
          return;
        }
        if (size.add(value) <= maxBytes) {
          controller.enqueue(value);
          return;
        }
        controller.error(onTooBig());
        await reader.cancel().catch(() => undefined);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  const text = async () => {
    const chunks: Uint8Array[] = [];
    for (const all = capped.getReader(); ;) {
      const { done, value } = await all.read();
      if (done) return Buffer.concat(chunks).toString('utf8');
      chunks.push(value);
    }
  };
  Object.defineProperties(response, {
    body: { value: capped },
    text: { value: text },
    json: { value: async (): Promise<unknown> => JSON.parse(await text()) },
  });
}

class WholeSize {
  #bytes = 0;

  add(chunk: Uint8Array): number {
    this.#bytes += chunk.length;
    return this.#bytes;
  }
}

const lineFeed = 10;
const carriageReturn = 13;

/** Counts from one empty line to the next. A carriage return alone ends no line here. */
class EventSize {
  #bytes = 0;
  #lineIsEmpty = true;

  /** The largest size that was reached within this chunk. */
  add(chunk: Uint8Array): number {
    let largest = 0;
    let start = 0;
    for (let at = chunk.indexOf(lineFeed); at !== -1; at = chunk.indexOf(lineFeed, start)) {
      this.#bytes += at - start + 1;
      largest = Math.max(largest, this.#bytes);
      if (this.#lineIsEmpty && isBlank(chunk, start, at)) this.#bytes = 0;
      this.#lineIsEmpty = true;
      start = at + 1;
    }
    this.#lineIsEmpty &&= isBlank(chunk, start, chunk.length);
    this.#bytes += chunk.length - start;
    return Math.max(largest, this.#bytes);
  }
}

function isBlank(chunk: Uint8Array, start: number, end: number): boolean {
  return end === start || (end === start + 1 && chunk[start] === carriageReturn);
}
