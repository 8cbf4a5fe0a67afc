import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RequestOutput } from '../../../../shared/ipc.ts';
import type { PromptInfo } from '../../../../shared/resource.ts';
import type { ServerSummary } from '../../../../shared/server.ts';
import { ask, useBridge } from '../../api.ts';
import { ArgumentForm } from '../../offers/ArgumentForm.tsx';
import { ContentView } from '../../offers/ContentView.tsx';
import { withMore } from '../../offers/draftAttachments.ts';
import { promptOffer } from '../../offers/search.ts';
import { usePromptsOf } from '../../offers/useOffersOf.ts';
import { noDraft } from '../../store/drafts.ts';
import { useChats, useCurrentChat, useGo } from '../../store/stores.ts';
import { InlineError } from '../../ui/InlineError.tsx';
import { useAction } from '../../ui/useAction.ts';
import { OfferPane } from './OfferPane.tsx';

/** The prompts of a server: fill one in, see what it says, take it to the chat. */
export function PromptsTab({ server }: { server: ServerSummary }) {
  const { t } = useTranslation('offers');
  const answer = usePromptsOf([server.name]).get(server.name);
  return (
    <OfferPane
      label={t('prompt.of', { server: server.name })}
      offers={answer?.ok ? answer.value.map(promptOffer) : undefined}
      error={answer?.ok === false ? answer.error : undefined}
      none={t('prompt.noneHere')}
    >
      {(offer) => offer.kind === 'prompt' && <PromptPart prompt={offer.prompt} />}
    </OfferPane>
  );
}

function PromptPart({ prompt }: { prompt: PromptInfo }) {
  const { t } = useTranslation('offers');
  const bridge = useBridge();
  const getting = useAction();
  const [got, setGot] = useState<RequestOutput<'servers.getPrompt'>>();
  const { server, name, title, description } = prompt;
  const use = useInChat();
  return (
    <>
      <h3>{title ?? name}</h3>
      {description !== undefined && <p className="mid outside">{description}</p>}
      <ArgumentForm
        label={t('formOf', { server, name })}
        server={server}
        target={{ kind: 'prompt', name }}
        args={prompt.arguments}
        submitLabel={t('preview')}
        busy={getting.busy}
        onSubmit={(values) =>
          void getting.run(async () => {
            const args = Object.fromEntries(values);
            setGot(await ask(bridge, 'servers.getPrompt', { server, name, arguments: args }));
          })
        }
      />
      <InlineError error={getting.error} onDismiss={getting.clear} />
      {got && !getting.error && (
        <>
          <ContentView content={{ text: got.text }} />
          {got.attachments.map((one, index) => (
            // The answer is replaced as a whole.
            <p key={index} className="mono quiet part-uri">
              {one.kind === 'resource' ? one.uri : one.name}
            </p>
          ))}
          <div className="offer-acts">
            <button type="button" className="btn sm" onClick={() => use(got)}>
              {t('useInChat')}
            </button>
          </div>
        </>
      )}
    </>
  );
}

/** Puts a prompt into the message that is being written, and goes there. */
function useInChat(): (got: RequestOutput<'servers.getPrompt'>) => void {
  const { drafts } = useChats();
  const current = useCurrentChat() ?? '';
  const go = useGo();
  return ({ text, attachments }) => {
    const before = drafts.all.getState().get(current) ?? noDraft;
    drafts.change(current, {
      text: [before.text, text].filter((one) => one.trim() !== '').join('\n\n'),
      attached: withMore(before.attached, attachments),
    });
    go({ view: 'chat' });
  };
}
