import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isComposing } from '../ui/inputMethod.ts';

type Props = {
  readonly title: string;
  /** Undefined where it stays as it was. */
  readonly onEnd: (title: string | undefined) => void;
};

/** A conversation's title while it is changed: Enter keeps it, Escape does not. */
export function RenameField({ title, onEnd }: Props) {
  const { t } = useTranslation('history');
  const [text, setText] = useState(title);
  const field = useRef<HTMLInputElement>(null);
  const ended = useRef(false);
  useEffect(() => field.current?.select(), []);
  const end = (keep: boolean) => {
    if (ended.current) return;
    ended.current = true;
    const next = text.trim();
    onEnd(keep && next !== '' && next !== title ? next : undefined);
  };
  return (
    <span className="field rename">
      <input
        ref={field}
        value={text}
        maxLength={200}
        aria-label={t('title')}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => end(true)}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (isComposing(event.nativeEvent)) return;
          if (event.key === 'Enter') end(true);
          if (event.key === 'Escape') {
            event.preventDefault();
            end(false);
          }
        }}
      />
    </span>
  );
}
