import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServerUsage } from '../../../../shared/server.ts';
import { useFormat } from '../../ui/useFormat.ts';
import { Sparkline } from './Sparkline.tsx';

/** Samples of processes, and steps of calls, as main keeps them. */
const sampleCount = 60;

/** What a server takes and how its calls go, each as a figure and as a line. */
export function UsageStrip({ usage }: { usage: ServerUsage }) {
  const { t } = useTranslation('figures');
  const format = useFormat();
  const { memoryBytes, cpuPercent, memory, cpu, calls } = usage;
  const total = calls?.calls.reduce((sum, one) => sum + one, 0) ?? 0;
  return (
    <dl className="figures" aria-label={t('title')}>
      {memoryBytes !== undefined && (
        <>
          <Figure
            name={t('cpu')}
            value={cpuPercent === undefined ? '' : format.percent(cpuPercent)}
          >
            <Sparkline
              label={t('line', { name: t('cpu'), most: format.percent(most(cpu)) })}
              values={cpu}
              length={sampleCount}
              top={10}
            />
          </Figure>
          <Figure name={t('memory')} value={format.bytes(memoryBytes)}>
            <Sparkline
              label={t('line', { name: t('memory'), most: format.bytes(most(memory)) })}
              values={memory}
              length={sampleCount}
            />
          </Figure>
        </>
      )}
      {calls && (
        <>
          <Figure name={t('calls')} value={format.count(total)} note={t('tenMinutes')}>
            <Sparkline
              label={t('line', { name: t('calls'), most: format.count(most(calls.calls)) })}
              values={calls.calls}
              length={calls.calls.length}
            />
          </Figure>
          <Figure name={t('errors')} value={format.percent(calls.errorRate * 100)}>
            <Sparkline
              label={t('line', { name: t('errors'), most: format.count(most(calls.errors)) })}
              values={calls.errors}
              length={calls.errors.length}
              tone="bad"
            />
          </Figure>
          <Figure
            name={t('time')}
            value={t('times', {
              p50: format.duration(calls.p50Ms),
              p95: format.duration(calls.p95Ms),
            })}
          >
            <Sparkline
              label={t('line', { name: t('time'), most: format.duration(most(calls.slowestMs)) })}
              values={calls.slowestMs}
              length={calls.slowestMs.length}
            />
          </Figure>
        </>
      )}
    </dl>
  );
}

function Figure(props: { name: string; value: string; note?: string; children: ReactNode }) {
  return (
    <div>
      <dt>
        {props.name}
        {props.note !== undefined && <span className="quiet"> {props.note}</span>}
      </dt>
      <dd>
        <b className="num">{props.value}</b>
        {props.children}
      </dd>
    </div>
  );
}

const most = (values: readonly (number | null)[]): number =>
  Math.max(0, ...values.map((value) => value ?? 0));
