import { randomUUID } from 'node:crypto';
import { AppFailure } from '../../../shared/errors.ts';
import { answerProblems } from '../../../shared/formAnswer.ts';
import { formFields } from '../../../shared/formFields.ts';
import type { Question, QuestionAnswer } from '../../../shared/question.ts';

type Unasked<Q> = Q extends Question ? Omit<Q, 'id' | 'at'> : never;
/** A question before it is put. */
export type NewQuestion = Unasked<Question>;

type Open = {
  question: Question;
  readonly resolve: (answer: QuestionAnswer) => void;
  /** Set for a page that stays open as a question until it is said to be dealt with. */
  readonly pageId: string | undefined;
};

export type QuestionsOptions = {
  /** Opens a page in the system's browser; rejects with an AppFailure. */
  readonly openExternal: (url: string) => Promise<void>;
  readonly now?: () => number;
  readonly newId?: () => string;
};

/** So many questions of one server may be open; it is refused more. */
const maxOpen = 20;

/** What servers ask of the person: each waits until it is answered or nobody needs the answer. */
export class Questions {
  readonly #open = new Map<string, Open>();
  readonly #listeners = new Set<() => void>();
  readonly #now: () => number;
  readonly #newId: () => string;

  constructor(private readonly options: QuestionsOptions) {
    this.#now = options.now ?? Date.now;
    this.#newId = options.newId ?? randomUUID;
  }

  /** Oldest first. */
  list(): readonly Question[] {
    return [...this.#open.values()].map(({ question }) => question);
  }

  /**
   * Puts a question and waits for the answer, which is `cancel` when the signal is aborted.
   * `pageId` keeps the question of a page until {@link dealtWith} or a second `accept`. Rejects
   * with an AppFailure (`questions/too-many`).
   */
  async ask(question: NewQuestion, signal: AbortSignal, pageId?: string): Promise<QuestionAnswer> {
    if (signal.aborted) return { action: 'cancel' };
    const { server } = question;
    if (this.list().filter((one) => one.server === server).length >= maxOpen) {
      throw new AppFailure(tooMany(server));
    }
    const id = this.#newId();
    let cancel = (): void => {};
    try {
      return await new Promise<QuestionAnswer>((resolve) => {
        this.#open.set(id, { question: { ...question, id, at: this.#now() }, resolve, pageId });
        cancel = () => resolve({ action: 'cancel' });
        signal.addEventListener('abort', cancel, { once: true });
        this.#changed();
      });
    } finally {
      signal.removeEventListener('abort', cancel);
      this.#open.delete(id);
      this.#changed();
    }
  }

  /**
   * Answers a question. Accepting a page opens it first. Rejects with an AppFailure, and the
   * question stays open, when the content does not fit the form or the page can't be opened.
   */
  async answer(id: string, answer: QuestionAnswer): Promise<void> {
    const open = this.#open.get(id);
    if (open === undefined) throw new AppFailure(goneQuestion);
    const { question, pageId, resolve } = open;
    if (answer.action !== 'accept') return resolve({ action: answer.action });
    if (question.kind === 'form') {
      const content = answer.content ?? {};
      const [problem] = answerProblems(formFields(question.schema) ?? [], content);
      if (problem) throw new AppFailure(invalid(question.server, problem.name));
      return resolve({ action: 'accept', content });
    }
    if (question.kind === 'url' && !question.opened) {
      await this.options.openExternal(question.url);
      if (pageId !== undefined) {
        open.question = { ...question, opened: true };
        return this.#changed();
      }
    }
    resolve({ action: 'accept' });
  }

  /** The server says that a page was dealt with: its question, if it is open, is answered. */
  dealtWith(server: string, pageId: string): void {
    for (const { question, pageId: own, resolve } of this.#open.values()) {
      if (question.server === server && own === pageId) resolve({ action: 'accept' });
    }
  }

  /** The person signed in to a server: what asked for that is answered. */
  signedIn(server: string): void {
    for (const { question, resolve } of this.#open.values()) {
      if (question.server === server && question.kind === 'sign-in') resolve({ action: 'accept' });
    }
  }

  /** Calls back after every change of {@link list}. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}

const goneQuestion = { code: 'questions/gone', message: 'This question is no longer open.' };

const invalid = (server: string, field: string) => ({
  code: 'questions/invalid',
  message: `The answer does not fit what ${server} asked for: ${field}`,
  params: { server, field },
});

const tooMany = (server: string) => ({
  code: 'questions/too-many',
  message: `${server} has ${maxOpen} questions open already.`,
  params: { server, limit: maxOpen },
});
