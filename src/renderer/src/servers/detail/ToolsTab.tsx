import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServerSummary, ToolSummary } from '../../../../shared/server.ts';
import { Icon } from '../../ui/Icon.tsx';
import { JsonTree } from '../../ui/JsonTree.tsx';
import { MiddleCut } from '../../ui/MiddleCut.tsx';
import { saysItIs } from '../saysItIs.ts';
import { TryTool } from '../trying/TryTool.tsx';
import { useToolNotes } from './useToolNotes.ts';

/** What stands open under a tool's row. */
type Part = 'try' | 'schema';
type Open = { readonly at: string; readonly part: Part };

type Props = { readonly server: ServerSummary; readonly tools: readonly ToolSummary[] };

export function ToolsTab({ server, tools }: Props) {
  const { t } = useTranslation(['servers', 'offers']);
  const [open, setOpen] = useState<Open>();
  const [query, setQuery] = useState('');
  const connected = server.state.kind === 'connected';
  if (tools.length === 0) {
    return <p className="foot-note">{t(connected ? 'tools.none' : 'tools.unknown')}</p>;
  }
  const refused = tools.filter(({ verdict }) => verdict.kind === 'refused').length;
  const shown = placed(tools).filter(({ tool }) => holds(tool, query));
  return (
    <>
      {(tools.length > fewTools || refused > 0) && (
        <div className="tool-head">
          {tools.length > fewTools && (
            <label className="field">
              <Icon name="search" className="s14" />
              <span className="sr">{t('tools.search')}</span>
              <input
                type="search"
                value={query}
                placeholder={t('tools.search')}
                onChange={(event) => setQuery(event.target.value)}
              />
            </label>
          )}
          <span className="quiet" role="status">
            {shown.length === 0
              ? t('tools.noMatch')
              : refused > 0 && t('tools.refusedOf', { count: refused })}
          </span>
        </div>
      )}
      <table className="tool-table">
        <colgroup>
          <col className="t-name" />
          <col className="t-says" />
          <col />
          <col className="t-goes" />
          <col className="t-act" />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">{t('tools.tool')}</th>
            <th scope="col">{t('tools.says')}</th>
            <th scope="col">{t('tools.description')}</th>
            <th scope="col">{t('tools.goes')}</th>
            <th scope="col">
              <span className="sr">{t('column.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.slice(0, mostRows).map(({ at, tool }) => (
            <Fragment key={at}>
              <ToolRow
                tool={tool}
                open={open?.at === at ? open.part : undefined}
                canTry={connected && tool.verdict.kind !== 'refused'}
                onOpen={(part) => setOpen(part && { at, part })}
              />
              {open?.at === at && (
                <tr className="schema">
                  <td colSpan={5}>
                    {open.part === 'try' ? (
                      <TryTool server={server.name} tool={tool} />
                    ) : (
                      <ToolSchema tool={tool} />
                    )}
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
      {shown.length > mostRows && (
        <p className="foot-note">{t('offers:more', { count: shown.length - mostRows })}</p>
      )}
      {!connected && <p className="foot-note">{t('tools.old')}</p>}
    </>
  );
}

/** More than are taken in at a glance. */
const fewTools = 12;
/** More than anyone scrolls through; the search finds the rest. */
const mostRows = 100;

/** Whether a tool has all the words that are looked for, in its names or its description. */
function holds({ name, title, description }: ToolSummary, query: string): boolean {
  const text = `${name} ${title} ${description}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Each with a key: a refused one may have the name of another. */
function placed(tools: readonly ToolSummary[]) {
  const times = new Map<string, number>();
  return tools.map((tool) => {
    const time = times.get(tool.name) ?? 0;
    times.set(tool.name, time + 1);
    return { at: `${tool.name} ${time}`, tool };
  });
}

function ToolRow(props: {
  tool: ToolSummary;
  open: Part | undefined;
  canTry: boolean;
  onOpen: (part: Part | undefined) => void;
}) {
  const { tool, open, canTry, onOpen } = props;
  const { t } = useTranslation(['servers', 'trying']);
  const isSchema = open === 'schema';
  const claim = saysItIs(tool.annotations);
  const quiet = claim === 'nothing' ? 'quiet' : claim === 'destructive' ? 'st-failed' : '';
  return (
    <tr>
      <td className="mono" title={tool.name}>
        <MiddleCut text={tool.name} />
      </td>
      <td className={quiet}>{t(`tools.claim.${claim}`)}</td>
      <td title={tool.description}>{tool.description || tool.title}</td>
      <Verdict tool={tool} />
      <td className="r">
        {canTry && (
          <button
            type="button"
            className="btn ghost sm"
            aria-expanded={open === 'try'}
            aria-label={t('trying:tryOf', { tool: tool.name })}
            onClick={() => onOpen(open === 'try' ? undefined : 'try')}
          >
            {t('trying:try')}
          </button>
        )}
        <button
          type="button"
          className="btn ghost sm"
          aria-expanded={isSchema}
          aria-label={t(isSchema ? 'tools.hideOf' : 'tools.showOf', { tool: tool.name })}
          onClick={() => onOpen(isSchema ? undefined : 'schema')}
        >
          {t(isSchema ? 'tools.hide' : 'tools.show')}
        </button>
      </td>
    </tr>
  );
}

function Verdict({ tool }: { tool: ToolSummary }) {
  const { t } = useTranslation('servers');
  const notes = useToolNotes();
  const { verdict } = tool;
  if (verdict.kind === 'as-is') {
    return (
      <td className="quiet" title={tool.pooledName}>
        {t('tools.asIs')}
      </td>
    );
  }
  const repaired = verdict.kind === 'repaired';
  const why = notes(verdict);
  return (
    <td title={why}>
      <span className={repaired ? 'st-backoff' : 'st-failed'}>
        {t(repaired ? 'tools.repaired' : 'tools.refused')}
      </span>{' '}
      {why}
    </td>
  );
}

function ToolSchema({ tool }: { tool: ToolSummary }) {
  const { t } = useTranslation('servers');
  const notes = useToolNotes();
  const { verdict } = tool;
  return (
    <div className="tool-schema">
      <dl className="kv">
        {tool.pooledName !== undefined && (
          <>
            <dt>{t('tools.pooled')}</dt>
            <dd className="mono">{tool.pooledName}</dd>
          </>
        )}
        {tool.description !== '' && (
          <>
            <dt>{t('tools.description')}</dt>
            <dd className="outside">{tool.description}</dd>
          </>
        )}
        {verdict.kind !== 'as-is' && (
          <>
            <dt>{t('tools.goes')}</dt>
            <dd>{notes(verdict)}</dd>
          </>
        )}
      </dl>
      {tool.inputSchema !== undefined && (
        <JsonTree value={tool.inputSchema} label={t('tools.schemaOf', { tool: tool.name })} />
      )}
    </div>
  );
}
