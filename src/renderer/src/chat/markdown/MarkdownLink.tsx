import type { ComponentProps } from 'react';
import type { ExtraProps } from 'streamdown';
import { ask, useBridge } from '../../api.ts';
import { useErrorText } from '../../ui/errorText.ts';
import { useAction } from '../../ui/useAction.ts';
import { webAddress } from './webAddress.ts';

/** A link opens in the browser, by way of main. What is not a web address is only text. */
export function MarkdownLink({ href, children }: ComponentProps<'a'> & ExtraProps) {
  const bridge = useBridge();
  const { error, run } = useAction();
  const text = useErrorText();
  const url = webAddress(href);
  if (url === undefined) return <span title={href}>{children}</span>;
  return (
    <>
      <a
        href={url}
        title={url}
        onAuxClick={(event) => event.preventDefault()}
        onClick={(event) => {
          event.preventDefault();
          void run(() => ask(bridge, 'links.open', url));
        }}
      >
        {children}
      </a>
      {error && (
        <span className="action-failed" role="alert">
          {' '}
          {text(error)}
        </span>
      )}
    </>
  );
}
