import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ToolView } from '../../../shared/chat.ts';
import { withoutColours } from '../../../shared/terminalColours.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { ViewButton } from '../viewer/ViewButton.tsx';
import { TerminalText } from '../ui/terminal/TerminalText.tsx';

type Props = { readonly command: string; readonly view: ToolViewOf<'terminal'> | undefined };
export type ToolViewOf<K extends ToolView['kind']> = Extract<ToolView, { kind: K }>;

/** So near to the end counts as at the end, in pixels. */
const near = 24;

/** A command and what it puts out, kept at the end while more comes and the reader has not left it. */
export function TerminalView({ command, view }: Props) {
  const { t } = useTranslation('workspace');
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const { head = '', skipped = 0, tail = '' } = view ?? {};
  const output = () => withoutColours(head + tail);
  useLayoutEffect(() => {
    const element = box.current;
    if (element && isAtEnd.current) element.scrollTop = element.scrollHeight;
  }, [head, skipped, tail]);
  return (
    <div className="result">
      <div
        ref={box}
        className="well terminal mono"
        role="group"
        aria-label={t('terminal.output')}
        tabIndex={0}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          isAtEnd.current = scrollHeight - scrollTop - clientHeight <= near;
        }}
      >
        <CommandLine command={command} />
        {head !== '' && <Output text={head} />}
        {skipped > 0 && <p className="terminal-gap">{t('terminal.skipped', { count: skipped })}</p>}
        {tail !== '' && <Output text={tail} />}
        {view?.end !== undefined && head === '' && (
          <p className="quiet">{t('terminal.no-output')}</p>
        )}
      </div>
      <div className="result-ways">
        <ViewButton viewed={() => ({ kind: 'text', title: command, text: output() })} />
        <CopyButton text={output} label={t('terminal.copy')} />
      </div>
    </div>
  );
}

function Output({ text }: { text: string }) {
  return (
    <pre className="wrap">
      <TerminalText text={text} />
    </pre>
  );
}

/** A command as it would be typed. */
export function CommandLine({ command }: { command: string }) {
  return (
    <pre className="wrap terminal-command">
      <span aria-hidden="true">$ </span>
      {command}
    </pre>
  );
}
