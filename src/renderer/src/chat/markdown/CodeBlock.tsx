import { useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { onlyColours, withoutColours } from '../../../../shared/terminalColours.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { ToggleButton } from '../../ui/ToggleButton.tsx';
import { TerminalText } from '../../ui/terminal/TerminalText.tsx';
import { syncScroll } from './syncScroll.ts';
import { useHighlight } from './useHighlight.ts';

/** Where code stands in a fence of several parts. */
export type CodePart = {
  /** The same for all parts. */
  readonly fence: string;
  readonly first: boolean;
  readonly last: boolean;
  /** The code of the fence up to and with this part. */
  readonly upTo: () => string;
  readonly whole: () => string;
  /** Whether long lines are wrapped, and what changes it for all parts. */
  readonly wrap: readonly [boolean, () => void];
};

type Props = {
  readonly code: string;
  readonly language: string;
  /** No more code comes: it may be highlighted. */
  readonly settled: boolean;
  readonly part?: CodePart;
  /** More buttons for its head. */
  readonly children?: ReactNode;
};

/**
 * Code with its language, wrapped or not, and a copy button; coloured when it is complete, and output
 * of a terminal (`ansi`) in its own colours.
 */
export function CodeBlock({ code, language, settled, part, children }: Props) {
  const { t } = useTranslation(['chat', 'content']);
  const own = useId();
  const body = useRef<HTMLPreElement>(null);
  const isTerminal = language.toLowerCase() === 'ansi';
  const lines = useHighlight(code, isTerminal ? '' : language, settled, part?.upTo);
  const [ownWrap, setOwnWrap] = useState(false);
  const [wraps, toggleWrap] = part?.wrap ?? [ownWrap, () => setOwnWrap(!ownWrap)];
  const fence = part?.fence ?? own;
  const copied = () => {
    const text = part?.whole() ?? code;
    return isTerminal ? withoutColours(onlyColours(text)) : text;
  };
  const classes = `code ${part?.first === false ? '' : 'first'} ${part?.last === false ? '' : 'last'}`;
  return (
    <div className={classes}>
      {part?.first !== false && (
        <div className="code-head">
          <span className="grow">{language === '' ? t('code.plain') : language}</span>
          {children}
          <ToggleButton
            icon="wrap"
            pressed={wraps}
            onToggle={toggleWrap}
            label={t('content:code.wrap')}
          />
          <CopyButton text={copied} label={t('code.copy')} />
        </div>
      )}
      <pre
        ref={body}
        className={wraps ? 'wrap' : ''}
        data-fence={fence}
        tabIndex={0}
        role="group"
        aria-label={t('code.label', { language: language === '' ? t('code.plain') : language })}
        onScroll={() => body.current && syncScroll(body.current)}
      >
        <code>
          {isTerminal ? (
            <TerminalText text={code} />
          ) : lines === undefined ? (
            code
          ) : (
            lines.map((line, index) => (
              // A settled block's lines never move.
              <span key={index}>
                {line.map((token, at) => (
                  <span key={at} className={token.tone}>
                    {token.text}
                  </span>
                ))}
                {'\n'}
              </span>
            ))
          )}
        </code>
      </pre>
    </div>
  );
}
