import { createStore } from 'zustand';
import type { StoreApi } from 'zustand';
import type { Bridge } from '../../../shared/ipc.ts';
import type { DraftAttachment } from '../offers/draftAttachments.ts';

/** What is written and not sent. */
export type Draft = { readonly text: string; readonly attached: readonly DraftAttachment[] };

export const noDraft: Draft = { text: '', attached: [] };

/** By conversation; the empty string stands for the one that is about to begin. */
export type Drafts = {
  readonly all: StoreApi<ReadonlyMap<string, Draft>>;
  readonly change: (of: string, change: Partial<Draft>) => void;
};

/** At most so often one is kept while it is written, in milliseconds. */
const pauseMs = 150;

/** Main keeps them over a restart. */
export function createDrafts(bridge: Pick<Bridge, 'request'>): Drafts {
  const all = createStore<ReadonlyMap<string, Draft>>(() => new Map());
  const changed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const keep = () => {
    for (const of of changed) {
      const { text, attached } = all.getState().get(of) ?? noDraft;
      // Why a file can't be sent is not kept: it is not there any more.
      const attachments = attached.flatMap((one) => (one.kind === 'unread' ? [] : one));
      void bridge.request('drafts.keep', { of, text, attachments });
    }
    timer = changed.size === 0 ? undefined : setTimeout(keep, pauseMs);
    changed.clear();
  };
  void bridge.request('drafts.list', undefined).then((result) => {
    if (!result.ok) return;
    const known = result.value.map(({ of, text, attachments }): [string, Draft] => [
      of,
      { text, attached: attachments },
    ]);
    // What was written meanwhile is newer.
    all.setState(new Map([...known, ...all.getState()]), true);
  });
  return {
    all,
    change(of, change) {
      const drafts = all.getState();
      const next = { ...(drafts.get(of) ?? noDraft), ...change };
      all.setState(new Map(drafts).set(of, next), true);
      changed.add(of);
      if (timer === undefined) keep();
    },
  };
}
