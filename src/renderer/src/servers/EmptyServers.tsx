import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../ui/Icon.tsx';

/** Teaches the first step when there is no server at all; `onConnect` gets what was pasted. */
export function EmptyServers({ onConnect }: { onConnect: (pasted: string) => void }) {
  const { t } = useTranslation('servers');
  const [text, setText] = useState('');
  return (
    <div className="empty">
      <div className="empty-in">
        <h2 className="empty-title">{t('empty.title')}</h2>
        <p className="lead">{t('empty.lead')}</p>
        <form
          className="paste"
          onSubmit={(event) => {
            event.preventDefault();
            onConnect(text);
          }}
        >
          <label className="field">
            <Icon name="plug" className="s14" />
            <span className="sr">{t('empty.label')}</span>
            <input
              placeholder={t('empty.placeholder')}
              spellCheck={false}
              autoComplete="off"
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          </label>
          <button type="submit" className="btn primary">
            {t('empty.connect')}
          </button>
        </form>
        <p className="under">{t('empty.hint')}</p>
      </div>
    </div>
  );
}
