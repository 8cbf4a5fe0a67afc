import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../ui/Icon.tsx';
import type { ViewerRow } from './viewerRows.ts';

type Props = {
  readonly row: ViewerRow;
  /** What is searched for. */
  readonly pattern: RegExp | undefined;
  readonly isCurrent: boolean;
  readonly onToggle: (row: ViewerRow) => void;
};

/** How far rows are indented, in levels; deeper ones stand below each other. */
const deepest = 30;

/** A line of a text, or a JSON value. */
export function Row({ row, pattern, isCurrent, onToggle }: Props) {
  const { t } = useTranslation('common');
  const { name, text, tone, branch, line, depth } = row;
  const label = name !== undefined && (
    <>
      <i className="k">{marked(name, pattern)}</i>
      {': '}
    </>
  );
  const classes = `viewer-row ${isCurrent ? 'current' : ''}`;
  const indent = { paddingLeft: `${Math.min(depth, deepest) * 16}px` };
  if (branch) {
    const words = t(branch.kind === 'list' ? 'tree.items' : 'tree.keys', { count: branch.size });
    return (
      <div className={classes} style={indent}>
        <button
          type="button"
          className="tree-fold"
          aria-expanded={branch.open}
          onClick={() => onToggle(row)}
        >
          <Icon name={branch.open ? 'chev-d' : 'chev-r'} className="caret" />
          {label}
          {branch.kind === 'list' ? `[ ${words} ]` : `{ ${words} }`}
        </button>
      </div>
    );
  }
  return (
    <div className={classes} style={indent}>
      {tone === undefined && name === undefined && (
        <span className="viewer-line" aria-hidden="true">
          {line}
        </span>
      )}
      <span className={line === undefined && name !== undefined ? 'wrap viewer-leaf' : 'wrap'}>
        {label}
        {tone === undefined ? (
          marked(text, pattern)
        ) : (
          <i className={tone}>{marked(text, pattern)}</i>
        )}
      </span>
    </div>
  );
}

/** The text with what is searched for marked. */
function marked(text: string, pattern: RegExp | undefined): ReactNode {
  if (!pattern) return text;
  const parts: ReactNode[] = [];
  let at = 0;
  for (const match of text.matchAll(new RegExp(pattern.source, 'giu'))) {
    parts.push(text.slice(at, match.index), <mark key={match.index}>{match[0]}</mark>);
    at = match.index + match[0].length;
  }
  return at === 0 ? text : [...parts, text.slice(at)];
}
