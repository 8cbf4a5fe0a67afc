import { useTranslation } from 'react-i18next';
import { assertNever } from '../../../shared/errors.ts';
import type { ResultPart, ToolCall } from '../../../shared/chat.ts';
import type { Decision } from '../../../shared/permission.ts';
import { Icon } from '../ui/Icon.tsx';
import { ToolViewBody } from '../workspace/ToolViewBody.tsx';
import { commandOf, unseenParts } from '../workspace/callSubject.ts';
import { JsonTree } from '../ui/JsonTree.tsx';
import { useFormat } from '../ui/useFormat.ts';
import { DecisionLine } from './DecisionLine.tsx';
import { FileActions } from './FileActions.tsx';
import { KeptImage } from './KeptImage.tsx';
import { ResultText } from './ResultText.tsx';

/** The opened part of a tool card: what was sent and what came back. */
export function ToolBody({ call }: { call: ToolCall }) {
  const { t } = useTranslation('chat');
  const result = unseenParts(call);
  const hasView = call.view !== undefined || commandOf(call) !== undefined;
  return (
    <div className="card-body">
      <ToolViewBody call={call} />
      {!hasView && Object.keys(call.input).length > 0 && (
        <div className="well" role="group" aria-label={t('call.arguments')} tabIndex={0}>
          <JsonTree value={call.input} />
        </div>
      )}
      {result.map((part, index) => (
        // The parts of a result never move.
        <Part key={index} part={part} title={call.title} />
      ))}
      {!hasView && result.length === 0 && call.endedAt !== undefined && (
        <p className="well quiet">{t('call.empty')}</p>
      )}
      {/* Of a person's no the result says it. */}
      {call.decision && !isOwnDoing(call) && !isRefusal(call.decision) && (
        <DecisionLine decision={call.decision} />
      )}
    </div>
  );
}

/** Nobody ever had to let it run. */
const isOwnDoing = ({ view }: ToolCall): boolean =>
  view?.kind === 'todos' || view?.kind === 'agent';

const isRefusal = ({ verdict, by }: Decision): boolean =>
  verdict === 'deny' && by.kind === 'person';

function Part({ part, title }: { part: ResultPart; title: string }) {
  const { t } = useTranslation('chat');
  const format = useFormat();
  switch (part.kind) {
    case 'text':
      return <ResultText text={part.text} title={title} />;
    case 'image':
      if (part.file) return <KeptImage file={part.file} title={title} alt={t('call.image')} />;
      return part.mediaType.startsWith('image/') ? (
        <figure className="well picture">
          <img src={`data:${part.mediaType};base64,${part.data}`} alt={t('call.image')} />
        </figure>
      ) : (
        <p className="well quiet">{part.mediaType}</p>
      );
    case 'link':
      return (
        <p className="well part">
          <Icon name="file" className="s14" />
          <span className="grow">
            <b>{part.name}</b>
            {part.description !== undefined && <span className="mid"> {part.description}</span>}
            <span className="mono quiet part-uri">{part.uri}</span>
          </span>
          {part.mediaType !== undefined && <span className="quiet">{part.mediaType}</span>}
        </p>
      );
    case 'file':
      return (
        <div className="well part">
          <Icon name="file" className="s14" />
          <span className="grow">
            {part.about
              ? t(`content:saved.${part.about.code}`, { detail: part.about.detail ?? '' })
              : part.note}
            <span className="mono quiet part-uri">{part.path}</span>
          </span>
          <span className="quiet num">
            {part.mediaType}, {format.bytes(part.bytes)}
          </span>
          <FileActions
            name={fileNameOf(part.path)}
            viewedAs={
              part.mediaType === 'text/plain' && part.bytes <= mostViewed ? title : undefined
            }
          />
        </div>
      );
    default:
      return assertNever(part);
  }
}

/** A longer text, in bytes, would take a while to be read and searched; the system opens it. */
const mostViewed = 10 * 1024 * 1024;

const fileNameOf = (path: string): string => path.slice(path.search(/[^\\/]*$/));
