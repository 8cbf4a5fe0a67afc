import { useId, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ask, useBridge } from '../api.ts';
import { InlineError } from '../ui/InlineError.tsx';
import { useAction } from '../ui/useAction.ts';
import { ArgumentForm } from './ArgumentForm.tsx';
import { argumentsOf, targetOf } from './arguments.ts';
import type { DraftAttachment } from './draftAttachments.ts';
import { OfferListbox } from './OfferListbox.tsx';
import type { Offer } from './search.ts';
import { triggerAt, withoutTrigger } from './trigger.ts';
import type { Trigger } from './trigger.ts';
import { expandTemplate } from './uriTemplate.ts';
import { useOfferList } from './useOfferList.ts';

type Options = {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onAttach: (attachments: readonly DraftAttachment[]) => void;
  /** What `/` offers besides prompts. */
  readonly commands: readonly Offer[];
  /** Runs one of them, by its title. */
  readonly onCommand: (title: string) => void;
  /** The text field should have the focus again, at the end of its text. */
  readonly onDone: () => void;
};

export type OfferPicker = {
  /** Told whenever the text or the caret changed. */
  readonly look: (text: string, caret: number) => void;
  readonly close: () => void;
  /** Whether the key was for the list. */
  readonly onKeyDown: (event: KeyboardEvent) => boolean;
  /** What a screen reader must know of the list at the text field. */
  readonly aria: Readonly<Record<`aria-${string}`, string>>;
  /** The list, or the form of what was chosen. */
  readonly popup: ReactNode;
  readonly error: ReactNode;
};

/** The lists that `@` and `/` open in a text field, and what choosing from them does. */
export function useOfferPicker({
  text,
  onText,
  onAttach,
  commands,
  onCommand,
  onDone,
}: Options): OfferPicker {
  const { t } = useTranslation('offers');
  const bridge = useBridge();
  const id = useId();
  const [trigger, setTrigger] = useState<Trigger>();
  const [dismissed, setDismissed] = useState<string>();
  const [active, setActive] = useState(0);
  const [form, setForm] = useState<Offer>();
  const getting = useAction();
  const isOpen = trigger !== undefined && keyOf(trigger) !== dismissed && form === undefined;
  const list = useOfferList(isOpen ? trigger : undefined, commands);
  const hasNothing = list.offers.length === 0;
  // Something that is no name of ours is plain text: a path, a mention.
  const isShown = isOpen && (!hasNothing || trigger.query === '' || list.isLoading);

  const look = (next: string, caret: number) => {
    const found = triggerAt(next, caret);
    if (!found) setDismissed(undefined);
    if (found?.query !== trigger?.query || found?.kind !== trigger?.kind) setActive(0);
    setTrigger(found);
  };
  const close = () => setTrigger(undefined);
  const done = () => {
    setForm(undefined);
    onDone();
  };
  const run = (offer: Offer, values: ReadonlyMap<string, string>, rest: string) => {
    const { server, title } = offer;
    if (offer.kind === 'command') {
      onCommand(title);
      done();
      return;
    }
    if (offer.kind !== 'prompt') {
      const uri =
        offer.kind === 'resource'
          ? offer.resource.uri
          : expandTemplate(offer.template.uriTemplate, values);
      const name = offer.kind === 'resource' ? title : uri;
      onAttach([{ kind: 'resource', server, uri, name }]);
      done();
      return;
    }
    const { name } = offer.prompt;
    void getting
      .run(async () => {
        const args = Object.fromEntries(values);
        const got = await ask(bridge, 'servers.getPrompt', { server, name, arguments: args });
        onText([got.text, rest].filter((one) => one.trim() !== '').join('\n\n'));
        onAttach(got.attachments);
      })
      .then((worked) => worked && done());
  };
  const choose = (offer: Offer) => {
    const rest = trigger ? withoutTrigger(text, trigger) : text;
    onText(rest);
    close();
    getting.clear();
    if (argumentsOf(offer).length > 0) setForm(offer);
    else run(offer, new Map(), rest);
  };

  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (!isShown) return false;
    if (event.key === 'Tab' && event.shiftKey) {
      // Gone before the focus moves, or the list would get it.
      close();
      return false;
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const offer = list.offers[active];
    if (step !== 0 && !hasNothing) {
      setActive((active + step + list.offers.length) % list.offers.length);
    } else if (event.key === 'Escape') setDismissed(keyOf(trigger));
    else if ((event.key === 'Enter' || event.key === 'Tab') && offer && !event.shiftKey) {
      choose(offer);
    } else return false;
    event.preventDefault();
    return true;
  };

  return {
    look,
    close,
    onKeyDown,
    aria: isShown
      ? {
          'aria-autocomplete': 'list',
          'aria-controls': id,
          ...(!hasNothing && { 'aria-activedescendant': `${id}-${active}` }),
        }
      : { 'aria-autocomplete': 'list' },
    popup: form ? (
      <div className="offer-popup">
        <h2 className="offer-server">{t('formOf', { server: form.server, name: form.title })}</h2>
        <InlineError error={getting.error} onDismiss={getting.clear} />
        <ArgumentForm
          key={form.key}
          label={t('formOf', { server: form.server, name: form.title })}
          server={form.server}
          target={targetOf(form)}
          args={argumentsOf(form)}
          submitLabel={t(form.kind === 'prompt' ? 'insert' : 'attach')}
          busy={getting.busy}
          autoFocus
          onSubmit={(values) => run(form, values, text)}
          onCancel={done}
        />
      </div>
    ) : (
      isShown && (
        <OfferListbox
          id={id}
          kind={trigger.kind}
          list={list}
          active={active}
          onActive={setActive}
          onChoose={choose}
        />
      )
    ),
    error: form === undefined && <InlineError error={getting.error} onDismiss={getting.clear} />,
  };
}

const keyOf = ({ kind, start }: Trigger) => `${kind} ${start}`;
