import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ResourceContent } from '../../../shared/resource.ts';
import { parseJson } from '../chat/argsLine.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { JsonTree } from '../ui/JsonTree.tsx';
import { useFormat } from '../ui/useFormat.ts';

const longText = 20_000;
const shownImages = /^image\/(?:png|jpeg|gif|webp)$/;

/** What a resource holds: a JSON tree, text, a picture, or the size of what can't be shown. */
export function ContentView({ content }: { content: Omit<ResourceContent, 'uri'> }) {
  const { t } = useTranslation('offers');
  const format = useFormat();
  const { text, data = '', mediaType = '' } = content;
  if (text !== undefined) return text === '' ? <Nothing /> : <TextView text={text} />;
  if (shownImages.test(mediaType)) {
    return (
      <figure className="well picture">
        <img src={`data:${mediaType};base64,${data}`} alt={t('picture')} />
      </figure>
    );
  }
  const bytes = Math.floor((data.length * 3) / 4);
  return (
    <p className="well quiet">{t('binary', { type: mediaType, size: format.bytes(bytes) })}</p>
  );
}

function Nothing() {
  const { t } = useTranslation('offers');
  return <p className="well quiet">{t('empty')}</p>;
}

function TextView({ text }: { text: string }) {
  const { t } = useTranslation('offers');
  const [whole, setWhole] = useState(false);
  const json = parseJson(text);
  const cut = json === undefined && !whole && text.length > longText;
  return (
    <div className="result">
      <div className="well" role="group" aria-label={t('content')} tabIndex={0}>
        {json === undefined ? (
          <pre className="wrap">{cut ? `${text.slice(0, longText)}…` : text}</pre>
        ) : (
          <JsonTree value={json} />
        )}
        {cut && (
          <button type="button" className="tree-more" onClick={() => setWhole(true)}>
            {t('whole', { count: text.length })}
          </button>
        )}
      </div>
      <CopyButton text={() => text} label={t('copy')} />
    </div>
  );
}
