import { createStore } from 'zustand';
import type { StoreApi } from 'zustand';
import type { Bridge } from '../../../shared/ipc.ts';
import type { Question } from '../../../shared/question.ts';

/** What has been entered into a form, by the name of the field; see questions/formDraft.ts. */
export type FormDraft = ReadonlyMap<string, string | boolean | readonly string[]>;

export type Questions = {
  /** What servers ask now, oldest first. */
  readonly list: StoreApi<readonly Question[]>;
  /** Forms that are half filled in, by question: kept while their cards come and go. */
  readonly drafts: Map<string, FormDraft>;
  /** The questions that have been brought to the person's attention. */
  readonly shown: Set<string>;
};

/** The open questions of servers, kept up to date by main's snapshots. */
export function createQuestions(bridge: Bridge): Questions {
  const list = createStore<readonly Question[]>(() => []);
  const drafts = new Map<string, FormDraft>();
  const shown = new Set<string>();
  let isTold = false;
  const take = (questions: readonly Question[]) => {
    const open = new Set(questions.map(({ id }) => id));
    for (const id of drafts.keys()) if (!open.has(id)) drafts.delete(id);
    for (const id of shown) if (!open.has(id)) shown.delete(id);
    list.setState(questions, true);
  };
  bridge.on('questions.changed', (questions) => {
    isTold = true;
    take(questions);
  });
  void bridge.request('questions.list', undefined).then((result) => {
    if (result.ok && !isTold) take(result.value);
  });
  return { list, drafts, shown };
}
