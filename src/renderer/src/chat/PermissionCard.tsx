import { Fragment, useEffect, useEffectEvent, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ToolCall } from '../../../shared/chat.ts';
import type { PermissionAnswer, PermissionPrompt } from '../../../shared/permission.ts';
import { ask, useBridge } from '../api.ts';
import { GoesTo } from '../channels/GoesTo.tsx';
import { useCommand, useKeyWords } from '../keys/useCommand.ts';
import { useConversationHead } from '../store/stores.ts';
import { Icon } from '../ui/Icon.tsx';
import { InlineError } from '../ui/InlineError.tsx';
import { useAction } from '../ui/useAction.ts';
import { DiffView } from '../workspace/DiffView.tsx';
import { CommandLine } from '../workspace/TerminalView.tsx';
import { commandOf } from '../workspace/callSubject.ts';
import { isWriting } from '../ui/isWriting.ts';
import { useConversation } from './ConversationContext.ts';
import { PromptReason } from './PromptReason.tsx';
import { useOwnQuestion, useToolTitle } from './usePromptWords.ts';

type Props = { readonly id: string; readonly call: ToolCall; readonly prompt: PermissionPrompt };

/** The question whether a tool may run: who, what, with which arguments, and why it is asked. */
export function PermissionCard({ id, call, prompt }: Props) {
  const { t } = useTranslation('chat');
  const bridge = useBridge();
  const { store, isAside = false } = useConversation();
  const titleId = useId();
  const card = useRef<HTMLElement>(null);
  const { busy, error, run, clear } = useAction();
  const first = useConversationHead(store)?.waiting === id && !isAside;
  // A rule that asks stays stronger than one that allows, and a tool of ours is no server's.
  const { reason } = prompt;
  const always = call.server !== undefined && reason !== 'rule' && reason !== 'unclear';
  const onceKeys = useKeyWords('answer.once');
  const alwaysKeys = useKeyWords('answer.always');
  const denyKeys = useKeyWords('answer.deny');

  const answer = (choice: PermissionAnswer) => {
    const flow = card.current?.closest<HTMLElement>('.flow');
    void run(() =>
      ask(bridge, 'permissions.answer', { conversationId: store.id, itemId: id, answer: choice }),
    ).then((answered) => {
      // The buttons go with the question; the focus stays in the conversation.
      const focused = document.activeElement;
      const lost = focused === document.body || card.current?.contains(focused) === true;
      if (answered && lost) flow?.focus({ preventScroll: true });
    });
  };
  /** Keys answer only what can be seen: the first press on a card out of sight shows it. */
  const answerIfSeen = (choice: PermissionAnswer) => {
    if (!card.current || busy) return;
    if (isSeen(card.current)) answer(choice);
    else card.current.scrollIntoView({ block: 'center' });
  };
  useCommand('answer.once', () => answerIfSeen('allow-once'), first);
  useCommand('answer.always', () => answerIfSeen('allow-always'), first && always);
  useCommand('answer.deny', () => answerIfSeen('deny'), first);

  const takeFocus = useEffectEvent(() => {
    if (!isWriting()) card.current?.focus({ preventScroll: true });
  });
  useEffect(() => {
    if (!first) return;
    // A new row is hidden until it has been measured, and what is hidden takes no focus.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(takeFocus);
    });
    return () => cancelAnimationFrame(frame);
  }, [first]);

  const name = call.server ?? t('prompt.builtin');
  const tool = useToolTitle()(call);
  const own = useOwnQuestion()(call);
  return (
    <section
      ref={card}
      className="card prompt"
      role="group"
      aria-labelledby={titleId}
      tabIndex={-1}
    >
      <div className="card-head">
        <Icon name="hand" />
        <h2 id={titleId} className="cut-line" title={`${name}: ${tool}`}>
          {own === undefined ? <Title server={name} tool={tool} /> : <b>{own}</b>}
        </h2>
        <span className="quiet mono cut-line full-name" title={call.name}>
          {call.name}
        </span>
        <span className="grow" />
        <GoesTo call={call} />
        {prompt.tags.map((tag) => (
          <span key={tag} className={tag === 'destructive' ? 'tag red' : 'tag'}>
            {t(`tag.${tag}`)}
          </span>
        ))}
      </div>
      <What call={call} />
      <PromptReason prompt={prompt} isOurs={call.server === undefined} />
      <InlineError error={error} onDismiss={clear} />
      <div className="answers">
        <button
          type="button"
          className="btn primary"
          aria-keyshortcuts={onceKeys.aria}
          disabled={busy}
          onClick={() => answer('allow-once')}
        >
          {t('prompt.allow-once')}
          {first && <kbd>{onceKeys.words}</kbd>}
        </button>
        {always && (
          <button
            type="button"
            className="btn"
            aria-keyshortcuts={alwaysKeys.aria}
            disabled={busy}
            onClick={() => answer('allow-always')}
          >
            {t('prompt.allow-always')}
            {first && <kbd>{alwaysKeys.words}</kbd>}
          </button>
        )}
        <button
          type="button"
          className="btn"
          aria-keyshortcuts={denyKeys.aria}
          disabled={busy}
          onClick={() => answer('deny')}
        >
          {t('prompt.deny')}
          {first && <kbd>{denyKeys.words}</kbd>}
        </button>
      </div>
    </section>
  );
}

/** "Let docs run Search?" with the two names set off; they are put in as text, never parsed. */
function Title({ server, tool }: { server: string; tool: string }) {
  const { t } = useTranslation('chat');
  const names = new Map([
    ['\uE000', server],
    ['\uE001', tool],
  ]);
  const sentence = t('prompt.title', { server: '\uE000', tool: '\uE001' });
  return sentence.split(/([\uE000\uE001])/).map((part) => {
    const name = names.get(part);
    return <Fragment key={part}>{name === undefined ? part : <b>{name}</b>}</Fragment>;
  });
}

/** What would run: a command and a change of a file as what they are, all else by its arguments. */
function What({ call }: { call: ToolCall }) {
  const { t } = useTranslation('chat');
  const command = commandOf(call);
  if (call.view?.kind === 'diff') return <DiffView view={call.view} />;
  if (command === undefined) return <Arguments input={call.input} />;
  return (
    <div
      role="group"
      aria-label={t('prompt.arguments')}
      className="well terminal mono"
      tabIndex={0}
    >
      <CommandLine command={command} />
    </div>
  );
}

function Arguments({ input }: { input: ToolCall['input'] }) {
  const { t } = useTranslation('chat');
  const entries = Object.entries(input);
  return (
    <div role="group" aria-label={t('prompt.arguments')} className="prompt-args well" tabIndex={0}>
      {entries.length === 0 ? (
        <span className="quiet">{t('prompt.no-arguments')}</span>
      ) : (
        <dl className="kv mono">
          {entries.map(([name, value]) => (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{JSON.stringify(value, null, 2) ?? String(value)}</dd>
            </Fragment>
          ))}
        </dl>
      )}
    </div>
  );
}

/** Whether all of the card that fits the window can be seen. */
function isSeen(card: HTMLElement): boolean {
  const flow = card.closest('.flow, .dock')?.getBoundingClientRect();
  if (!flow) return false;
  const { top, bottom } = card.getBoundingClientRect();
  return bottom <= flow.bottom + 1 && bottom > flow.top + 40 && top < flow.bottom - 40;
}
