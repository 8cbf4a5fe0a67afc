import { Suspense, lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ResourceContent } from '../../../shared/resource.ts';
import { jsonIn } from '../chat/argsLine.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Icon } from '../ui/Icon.tsx';
import { InlineError } from '../ui/InlineError.tsx';
import { JsonTree } from '../ui/JsonTree.tsx';
import { useFormat } from '../ui/useFormat.ts';
import { ViewButton } from '../viewer/ViewButton.tsx';
import { useSaving } from './useSaving.ts';

/** Comes with the first Markdown, not with the window. */
const Markdown = lazy(async () => {
  const { Markdown: component } = await import('../chat/markdown/Markdown.tsx');
  return { default: component };
});

const longText = 20_000;
/** More than this is for the viewer, which draws only what is in sight. */
const mostShown = 300_000;
const markdownType = /^text\/(?:x-)?markdown\b/;
/** Kinds of data that are text all the same. */
const written = /^text\/|^application\/(?:json|xml|javascript)\b|\+(?:json|xml)\b/;
const shownImages = /^image\/(?:png|jpeg|gif|webp)$/;

/** What a resource holds: a JSON tree, Markdown, text, a picture, or the size of what can't be shown. */
export function ContentView({ content }: { content: Partial<ResourceContent> }) {
  const { save, error } = useSaving(content);
  return (
    <>
      <Content content={content} onSave={save} />
      <InlineError error={error} />
    </>
  );
}

type Saving = { readonly onSave: (() => void) | undefined };

function Content({ content, onSave }: Saving & { content: Partial<ResourceContent> }) {
  const { t } = useTranslation('offers');
  const format = useFormat();
  const { data = '', mediaType = '' } = content;
  const text = content.text ?? (written.test(mediaType) ? decoded(data) : undefined);
  const [isBroken, setBroken] = useState<string>();
  if (text !== undefined) {
    if (text === '') return <Nothing />;
    return <TextView text={text} mediaType={mediaType} onSave={onSave} />;
  }
  if (shownImages.test(mediaType) && isBroken !== data) {
    return (
      <figure className="well picture">
        <img
          src={`data:${mediaType};base64,${data}`}
          alt={t('picture')}
          onError={() => setBroken(data)}
        />
        <SaveButton onSave={onSave} />
      </figure>
    );
  }
  const bytes = Math.floor((data.replace(/=+$/, '').length * 3) / 4);
  return (
    <div className="well unshown">
      <span className="quiet">{t('binary', { type: mediaType, size: format.bytes(bytes) })}</span>
      <SaveButton onSave={onSave} />
    </div>
  );
}

/** Undefined where it is no UTF-8 after all. */
function decoded(base64: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function Nothing() {
  const { t } = useTranslation('offers');
  return <p className="well quiet">{t('empty')}</p>;
}

function SaveButton({ onSave }: Saving) {
  const { t } = useTranslation('offers');
  return (
    onSave && (
      <button type="button" className="btn sm" onClick={onSave}>
        {t('save')}
      </button>
    )
  );
}

function TextView({ text, mediaType, onSave }: Saving & { text: string; mediaType: string }) {
  const { t } = useTranslation('offers');
  const [whole, setWhole] = useState(false);
  const json = jsonIn(text);
  const cut = json === undefined && !whole && text.length > longText;
  const isMarkdown = markdownType.test(mediaType) && text.length <= longText;
  const plain = <pre className="wrap">{cut ? `${text.slice(0, longText)}…` : text}</pre>;
  return (
    <div className="result">
      <div className="well" role="group" aria-label={t('content')} tabIndex={0}>
        {json !== undefined ? (
          <JsonTree value={json} />
        ) : isMarkdown ? (
          <Suspense fallback={plain}>
            {/* Its own headings begin at the third level. */}
            <h2 className="sr">{t('content')}</h2>
            <Markdown text={text} live={false} />
          </Suspense>
        ) : (
          plain
        )}
        {cut && text.length <= mostShown && (
          <button type="button" className="tree-more" onClick={() => setWhole(true)}>
            {t('whole', { count: text.length })}
          </button>
        )}
      </div>
      <div className="result-ways">
        <ViewButton viewed={() => ({ kind: 'text', title: t('content'), text })} />
        <CopyButton text={() => text} label={t('copy')} />
        {onSave && (
          <button
            type="button"
            className="icon sm"
            aria-label={t('save')}
            title={t('save')}
            onClick={onSave}
          >
            <Icon name="import" className="s14" />
          </button>
        )}
      </div>
    </div>
  );
}
