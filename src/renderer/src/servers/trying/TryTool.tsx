import { Suspense, lazy, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ToolSummary } from '../../../../shared/server.ts';
import type { Arguments } from '../../store/tries.ts';
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { useToolNotes } from '../detail/useToolNotes.ts';
import { parseArguments } from './parseArguments.ts';
import type { JsonProblem } from './parseArguments.ts';
import { TryOutcome } from './TryOutcome.tsx';
import { useTry } from './useTry.ts';

/** Comes with the first tool that is tried. */
const TryForm = lazy(async () => {
  const { TryForm: component } = await import('./TryForm.tsx');
  return { default: component };
});

/** A tool's arguments, filled in by hand, and what the server answers to them. */
export function TryTool({ server, tool }: { server: string; tool: ToolSummary }) {
  const { t } = useTranslation('trying');
  const current = useTry(server, tool.name);
  const [problem, setProblem] = useState<JsonProblem>();
  const { input, json, isRunning, change } = current;
  const isJson = json !== undefined;

  const toForm = (): void => {
    const parsed = parseArguments(json ?? '');
    if (!parsed.ok) return setProblem(parsed);
    setProblem(undefined);
    change({ input: parsed.input, json: undefined });
  };
  const toJson = (): void => {
    setProblem(undefined);
    change({ json: JSON.stringify(input, null, 2) });
  };
  const run = (args: Arguments): void => {
    if (!isRunning) current.run(args);
  };
  const runJson = (event: FormEvent): void => {
    event.preventDefault();
    const parsed = parseArguments(json ?? '');
    setProblem(parsed.ok ? undefined : parsed);
    if (parsed.ok) run(parsed.input);
  };
  const label = t('argumentsOf', { tool: tool.name });
  const answers = <Answers isRunning={isRunning} onStop={current.stop} />;
  const { verdict } = tool;
  const notes = useToolNotes();

  return (
    <div className="try">
      <div className="try-ask">
        <div className="try-head">
          <h3 className="grow cut-line" title={tool.title}>
            {t('title', { tool: tool.title })}
          </h3>
          <div className="seg" role="group" aria-label={t('as')}>
            <button type="button" aria-pressed={!isJson} onClick={() => isJson && toForm()}>
              {t('form')}
            </button>
            <button type="button" aria-pressed={isJson} onClick={() => !isJson && toJson()}>
              JSON
            </button>
          </div>
        </div>
        {verdict.kind === 'repaired' && (
          <p className="under">{t('repaired', { note: notes(verdict) })}</p>
        )}
        {isJson ? (
          <form className="try-form" aria-label={label} onSubmit={runJson}>
            <textarea
              className="mono try-json"
              aria-label={t('json')}
              aria-invalid={problem !== undefined}
              spellCheck={false}
              rows={Math.max(6, Math.min(16, json.split('\n').length))}
              value={json}
              onChange={(event) => change({ json: event.target.value })}
            />
            <p className="under">
              {problem === undefined ? (
                t('asItIs')
              ) : (
                <span className="st-failed" role="alert">
                  {problem.at && t('notJson', problem.at)}
                  {problem.inexact !== undefined && `${problem.inexact}: ${t('problem.inexact')}`}
                  {!problem.at && problem.inexact === undefined && t('notAnObject')}
                </span>
              )}
            </p>
            {answers}
          </form>
        ) : (
          <ErrorBoundary>
            <Suspense fallback={<div className="try-form pending" />}>
              <TryForm
                label={label}
                schema={tool.inputSchema}
                input={input}
                onChange={(next) => change({ input: next })}
                onRun={run}
              >
                {answers}
              </TryForm>
            </Suspense>
          </ErrorBoundary>
        )}
      </div>
      <div className="try-answer">
        <TryOutcome current={current} server={server} />
      </div>
    </div>
  );
}

function Answers(props: { isRunning: boolean; onStop: () => void }): ReactNode {
  const { t } = useTranslation('trying');
  return (
    <div className="try-acts">
      <button type="submit" className="btn primary" disabled={props.isRunning}>
        <Icon name="play" className="s14" />
        {t('run')}
      </button>
      {props.isRunning && (
        <button type="button" className="btn" onClick={props.onStop}>
          <Icon name="stop" className="s14" />
          {t('stop')}
        </button>
      )}
    </div>
  );
}
