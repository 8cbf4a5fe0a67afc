import { useEffect, useEffectEvent, useId, useRef } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { assertNever } from '../../../shared/errors.ts';
import type { Question, QuestionAnswer } from '../../../shared/question.ts';
import { ask, useBridge } from '../api.ts';
import { useQuestionMemory } from '../store/stores.ts';
import { Icon } from '../ui/Icon.tsx';
import type { IconName } from '../ui/iconPaths.ts';
import { InlineError } from '../ui/InlineError.tsx';
import { useAction } from '../ui/useAction.ts';
import { FormQuestion } from './FormQuestion.tsx';
import { SamplingQuestion } from './SamplingQuestion.tsx';
import { ServerSentence } from './ServerSentence.tsx';
import { SignInQuestion } from './SignInQuestion.tsx';
import { UrlQuestion } from './UrlQuestion.tsx';
import { isComposing } from '../ui/inputMethod.ts';
import { isWriting } from '../ui/isWriting.ts';

export type Answering = {
  readonly busy: boolean;
  readonly answer: (answer: QuestionAnswer) => void;
};

const icons: Readonly<Record<Question['kind'], IconName>> = {
  form: 'edit',
  url: 'globe',
  sampling: 'bot',
  'sign-in': 'st-auth',
};

/** What a server asks: who asks, what for, and the answers. Esc in it cancels. */
export function QuestionCard({ question }: { question: Question }) {
  const { t } = useTranslation('questions');
  const bridge = useBridge();
  const titleId = useId();
  const card = useRef<HTMLElement>(null);
  const { busy, error, run, clear } = useAction();
  const { id, kind, server } = question;

  const answer = (choice: QuestionAnswer) => {
    if (busy) return;
    const flow = card.current?.closest<HTMLElement>('.talk')?.querySelector<HTMLElement>('.flow');
    void run(() => ask(bridge, 'questions.answer', { id, answer: choice })).then((answered) => {
      // The controls go with the question; the focus stays in the conversation.
      const focused = document.activeElement;
      const lost = focused === document.body || card.current?.contains(focused) === true;
      if (answered && lost) flow?.focus({ preventScroll: true });
    });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // A list that is open in front of the card has its own Esc.
    const inside = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (event.key !== 'Escape' || event.defaultPrevented || !inside) return;
    if (isComposing(event.nativeEvent)) return;
    event.preventDefault();
    answer({ action: 'cancel' });
  };
  useAttention(id, card);

  return (
    <section
      ref={card}
      className="card prompt question"
      role="group"
      aria-labelledby={titleId}
      data-question={id}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <div className="card-head">
        <Icon name={icons[kind]} />
        <h2 id={titleId} className="cut-line">
          <ServerSentence text={t(`title.${kind}`, { server: '\uE000' })} server={server} />
        </h2>
      </div>
      <Body question={question} busy={busy} answer={answer}>
        <InlineError error={error} onDismiss={clear} />
      </Body>
    </section>
  );
}

type BodyProps = Answering & { readonly question: Question; readonly children: ReactNode };

function Body({ question, children, ...answering }: BodyProps) {
  switch (question.kind) {
    case 'form':
      return (
        <FormQuestion question={question} {...answering}>
          {children}
        </FormQuestion>
      );
    case 'url':
      return (
        <UrlQuestion question={question} {...answering}>
          {children}
        </UrlQuestion>
      );
    case 'sampling':
      return (
        <SamplingQuestion question={question} {...answering}>
          {children}
        </SamplingQuestion>
      );
    case 'sign-in':
      return (
        <SignInQuestion question={question} {...answering}>
          {children}
        </SignInQuestion>
      );
    default:
      return assertNever(question);
  }
}

/** Brings a new question into sight and gives it the focus, once, unless someone is writing. */
function useAttention(id: string, card: { readonly current: HTMLElement | null }): void {
  const { shown } = useQuestionMemory();
  const attend = useEffectEvent(() => {
    if (!card.current || shown.has(id)) return;
    shown.add(id);
    if (isWriting()) return;
    card.current.focus({ preventScroll: true });
    bringIntoSight(card.current);
  });
  useEffect(() => {
    // A new row is hidden until it has been measured, and what is hidden takes no focus.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(attend);
    });
    return () => cancelAnimationFrame(frame);
  }, [id]);
}

/** A card larger than the list is shown from its beginning. */
export function bringIntoSight(card: HTMLElement): void {
  const room = card.closest('.flow')?.clientHeight ?? window.innerHeight;
  card.scrollIntoView({ block: card.offsetHeight > room ? 'start' : 'nearest' });
}
