import type { ModelClient, ModelEvent, ModelRequest } from '../../src/main/agent/model/model.ts';

type Step = ModelEvent | Error | 'wait';

/** A model that answers by script; `wait` holds the answer until the signal is aborted. */
export class ScriptedModel implements ModelClient {
  readonly requests: ModelRequest[] = [];
  readonly #answers: (readonly Step[])[];

  constructor(...answers: readonly (readonly Step[])[]) {
    this.#answers = [...answers];
  }

  async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    this.requests.push(request);
    for (const step of this.#answers.shift() ?? says('done')) {
      if (signal.aborted) return;
      if (step instanceof Error) throw step;
      if (step !== 'wait') {
        yield step;
        continue;
      }
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    }
  }

  async listModels() {
    return [];
  }

  async countTokens() {
    return undefined;
  }

  contextWindow() {
    return undefined;
  }

  async untilContextWindow() {
    return undefined;
  }

  hasToolSearch() {
    return false;
  }
}

const end = (reason: 'end_turn' | 'tool_use'): ModelEvent => ({ kind: 'end', reason });

/** An answer of one text. */
export function says(text: string): ModelEvent[] {
  return [
    { kind: 'block', index: 0, block: { kind: 'text' } },
    { kind: 'text', index: 0, text },
    { kind: 'block-end', index: 0 },
    end('end_turn'),
  ];
}

/** An answer of tool calls: name and arguments as JSON text each; ids are call_1, call_2, ... */
export function calls(...all: readonly (readonly [name: string, json: string])[]): ModelEvent[] {
  return [
    ...all.flatMap(([name, json], index) => callBlock(index, `call_${index + 1}`, name, json)),
    end('tool_use'),
  ];
}

export function callBlock(index: number, id: string, name: string, json: string): ModelEvent[] {
  return [
    { kind: 'block', index, block: { kind: 'tool', id, name } },
    { kind: 'arguments', index, json },
    { kind: 'block-end', index },
  ];
}
