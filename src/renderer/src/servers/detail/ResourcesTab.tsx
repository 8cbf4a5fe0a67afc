import { Fragment, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { ResourceContent } from '../../../../shared/resource.ts';
import type { ServerSummary } from '../../../../shared/server.ts';
import { ask, useBridge } from '../../api.ts';
import { ArgumentForm } from '../../offers/ArgumentForm.tsx';
import { argumentsOf, targetOf } from '../../offers/arguments.ts';
import { ContentView } from '../../offers/ContentView.tsx';
import { resourceOffer, templateOffer } from '../../offers/search.ts';
import type { Offer } from '../../offers/search.ts';
import { expandTemplate } from '../../offers/uriTemplate.ts';
import { useResourcesOf } from '../../offers/useOffersOf.ts';
import { useWatch } from '../../offers/useWatch.ts';
import { useWatches } from '../../store/stores.ts';
import { seenChange, watchKey } from '../../store/watches.ts';
import { formatTime } from '../../ui/format.ts';
import { InlineError } from '../../ui/InlineError.tsx';
import { useAction } from '../../ui/useAction.ts';
import { useFormat } from '../../ui/useFormat.ts';
import { OfferPane } from './OfferPane.tsx';

/** What a server lets us read: find one, read it, be told when it changes. */
export function ResourcesTab({ server }: { server: ServerSummary }) {
  const { t } = useTranslation('offers');
  const answer = useResourcesOf([server.name]).get(server.name);
  const lists = answer?.ok ? answer.value : undefined;
  return (
    <OfferPane
      label={t('resource.of', { server: server.name })}
      offers={
        lists && [...lists.templates.map(templateOffer), ...lists.resources.map(resourceOffer)]
      }
      error={answer?.ok === false ? answer.error : undefined}
      none={t('resource.noneHere')}
      mark={(offer) =>
        offer.kind === 'resource' && <WatchMark server={server.name} uri={offer.resource.uri} />
      }
    >
      {(offer) =>
        offer.kind === 'resource' ? (
          <>
            <ResourceHead offer={offer} uri={offer.resource.uri} />
            <ResourceRead
              server={server.name}
              uri={offer.resource.uri}
              canWatch={lists?.canSubscribe === true}
            />
          </>
        ) : (
          <TemplatePart offer={offer} canWatch={lists?.canSubscribe === true} />
        )
      }
    </OfferPane>
  );
}

/** Whether a resource is watched, and whether it has changed since it was last read. */
function WatchMark({ server, uri }: { server: string; uri: string }) {
  const { t } = useTranslation('offers');
  const watch = useStore(useWatches(), (all) => all.get(watchKey(server, uri)));
  if (!watch) return null;
  const word = t(watch.isNews === true ? 'changedMark' : 'watchedMark');
  return (
    <i
      className={watch.isNews === true ? 'watch-mark news' : 'watch-mark'}
      role="img"
      aria-label={word}
      title={word}
    />
  );
}

function ResourceHead({ offer, uri }: { offer: Offer; uri: string }) {
  const { t } = useTranslation('offers');
  const format = useFormat();
  const about: {
    readonly description?: string | undefined;
    readonly mediaType?: string | undefined;
  } = offer.kind === 'resource' ? offer.resource : offer.kind === 'template' ? offer.template : {};
  const size = offer.kind === 'resource' ? offer.resource.size : undefined;
  return (
    <>
      <h3>{offer.title}</h3>
      <dl className="kv">
        <dt>{t('address')}</dt>
        <dd className="mono">{uri}</dd>
        {about.description !== undefined && (
          <>
            <dt>{t('description')}</dt>
            <dd className="outside">{about.description}</dd>
          </>
        )}
        {about.mediaType !== undefined && (
          <>
            <dt>{t('type')}</dt>
            <dd className="mono">{about.mediaType}</dd>
          </>
        )}
        {size !== undefined && (
          <>
            <dt>{t('size')}</dt>
            <dd className="num">{format.bytes(size)}</dd>
          </>
        )}
      </dl>
    </>
  );
}

/** A template, its variables, and what the address made of them holds. */
function TemplatePart({ offer, canWatch }: { offer: Offer; canWatch: boolean }) {
  const { t } = useTranslation('offers');
  const [uri, setUri] = useState<string>();
  if (offer.kind !== 'template') return null;
  const { server, uriTemplate } = offer.template;
  return (
    <>
      <ResourceHead offer={offer} uri={uriTemplate} />
      <ArgumentForm
        label={t('formOf', { server, name: offer.title })}
        server={server}
        target={targetOf(offer)}
        args={argumentsOf(offer)}
        submitLabel={t('read')}
        busy={false}
        onSubmit={(values) => setUri(expandTemplate(uriTemplate, values))}
      />
      {uri !== undefined && (
        <>
          <p className="mono part-uri">{uri}</p>
          <ResourceRead key={uri} server={server} uri={uri} canWatch={canWatch} />
        </>
      )}
    </>
  );
}

type ReadProps = { readonly server: string; readonly uri: string; readonly canWatch: boolean };

/** What a resource holds, read again when its server says that it changed. */
function ResourceRead({ server, uri, canWatch }: ReadProps) {
  const { t } = useTranslation('offers');
  const bridge = useBridge();
  const { run, busy, error } = useAction();
  const [contents, setContents] = useState<readonly ResourceContent[]>();
  const [tries, setTries] = useState(0);
  const watch = useWatch(server, uri);
  const watches = useWatches();
  const changedAt = watch.watch?.changedAt;
  useEffect(() => {
    let isCurrent = true;
    void run(async () => {
      const read = await ask(bridge, 'servers.readResource', { server, uri });
      if (!isCurrent) return;
      setContents(read);
      seenChange(watches, server, uri);
    });
    return () => {
      isCurrent = false;
    };
  }, [bridge, run, server, uri, tries, changedAt, watches]);
  return (
    <>
      <div className="offer-acts">
        <button
          type="button"
          className="btn sm"
          disabled={busy}
          onClick={() => setTries(tries + 1)}
        >
          {t('again')}
        </button>
        {canWatch && (
          <button
            type="button"
            className="btn sm"
            aria-pressed={watch.watch !== undefined}
            disabled={watch.busy}
            onClick={watch.toggle}
          >
            {t(watch.watch ? 'unwatch' : 'watch')}
          </button>
        )}
        <span className="quiet" role="status">
          {watch.watch &&
            (changedAt === undefined
              ? t('watching')
              : t('changedAt', { time: formatTime(changedAt) }))}
        </span>
      </div>
      <InlineError error={watch.error} />
      <InlineError error={error} />
      {busy && contents === undefined && <p className="foot-note">{t('reading')}</p>}
      {!error && contents?.length === 0 && <p className="well quiet">{t('empty')}</p>}
      {!error &&
        contents?.map((content, index) => (
          // The parts of one answer; a later answer replaces them all.
          <Fragment key={index}>
            {content.uri !== uri && <p className="mono quiet part-uri">{content.uri}</p>}
            <ContentView content={content} />
          </Fragment>
        ))}
    </>
  );
}
