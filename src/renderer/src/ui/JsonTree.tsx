import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from './Icon.tsx';

type Props = {
  readonly value: unknown;
  /** How many levels stand open at first. */
  readonly openDepth?: number;
  readonly label?: string;
};

const secret = /^\W?hidden, (\d+) characters?\W?$/;
const pageSize = 200;
const longText = 2000;

/** A JSON value as a tree whose branches fold. What the redaction hid is shown as hidden. */
export function JsonTree({ value, openDepth = 3, label }: Props) {
  return (
    <div className="tree" {...(label === undefined ? {} : { role: 'group', 'aria-label': label })}>
      {isBranch(value) && size(value) > 0 ? (
        <Children value={value} depth={0} openDepth={openDepth} root />
      ) : (
        <Leaf value={value} />
      )}
    </div>
  );
}

type Branch = readonly unknown[] | Readonly<Record<string, unknown>>;
const isBranch = (value: unknown): value is Branch => typeof value === 'object' && value !== null;
const size = (value: Branch): number =>
  Array.isArray(value) ? value.length : Object.keys(value).length;

function Children(props: { value: Branch; depth: number; openDepth: number; root?: boolean }) {
  const { t } = useTranslation('common');
  const [shown, setShown] = useState(pageSize);
  const { value } = props;
  const entries = Array.isArray(value)
    ? value.map((item: unknown): [undefined, unknown] => [undefined, item])
    : Object.entries(value);
  return (
    <ul className={props.root ? 'tree-root' : ''}>
      {entries.slice(0, shown).map(([name, item], index) => (
        <Node
          key={name ?? index}
          name={name}
          value={item}
          depth={props.depth}
          openDepth={props.openDepth}
        />
      ))}
      {entries.length > shown && (
        <li>
          <button type="button" className="tree-more" onClick={() => setShown(shown + pageSize)}>
            {t('tree.more', { count: entries.length - shown })}
          </button>
        </li>
      )}
    </ul>
  );
}

function Node(props: {
  name: string | undefined;
  value: unknown;
  depth: number;
  openDepth: number;
}) {
  const { t } = useTranslation('common');
  const [open, setOpen] = useState(props.depth < props.openDepth);
  const { value } = props;
  const name = props.name !== undefined && <i className="k">{JSON.stringify(props.name)}</i>;
  if (!isBranch(value) || size(value) === 0) {
    return (
      <li>
        {name}
        {name && ': '}
        <Leaf value={value} />
      </li>
    );
  }
  const list = Array.isArray(value);
  const words = t(list ? 'tree.items' : 'tree.keys', { count: size(value) });
  return (
    <li>
      <button
        type="button"
        className="tree-fold"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon name={open ? 'chev-d' : 'chev-r'} className="caret" />
        {name}
        {!(open && name) && <span> {list ? `[ ${words} ]` : `{ ${words} }`}</span>}
      </button>
      {open && <Children value={value} depth={props.depth + 1} openDepth={props.openDepth} />}
    </li>
  );
}

function Leaf({ value }: { value: unknown }) {
  const { t } = useTranslation('common');
  const [whole, setWhole] = useState(false);
  if (typeof value === 'string') {
    const hidden = secret.exec(value)?.[1];
    if (hidden !== undefined) {
      return <span className="secret">{t('tree.hidden', { count: Number(hidden) })}</span>;
    }
    const cut = !whole && value.length > longText;
    return (
      <>
        <i className="s">{JSON.stringify(cut ? value.slice(0, longText) : value)}</i>
        {cut && (
          <button type="button" className="tree-more" onClick={() => setWhole(true)}>
            {t('tree.whole', { count: value.length - longText })}
          </button>
        )}
      </>
    );
  }
  if (typeof value === 'number') return <i className="n">{String(value)}</i>;
  if (isBranch(value)) return <>{Array.isArray(value) ? '[]' : '{}'}</>;
  return <i className="l">{String(value)}</i>;
}
