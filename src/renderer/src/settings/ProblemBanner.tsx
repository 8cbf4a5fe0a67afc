import { useTranslation } from 'react-i18next';
import { ask, useBridge } from '../api.ts';
import { useSettings } from '../store/stores.ts';
import { useWhyText } from '../ui/errorText.ts';
import { Icon } from '../ui/Icon.tsx';
import { InlineError } from '../ui/InlineError.tsx';
import { useAction } from '../ui/useAction.ts';

/** Says that settings.json could not be used as it stands, where, and what runs instead. */
export function ProblemBanner() {
  const { t } = useTranslation('settings');
  const bridge = useBridge();
  const opening = useAction();
  const whyText = useWhyText();
  const problems = useSettings()?.problems ?? [];
  const [first] = problems;
  if (!first) return null;
  return (
    <>
      <section className="finding failed problems" aria-label={t('problem.title')}>
        <Icon name="st-failed" className="st st-failed" />
        <div className="grow">
          <p>
            <b>{t('problem.title')}</b> {t('problem.kept')}
          </p>
          <ul>
            {problems.map((problem) => (
              <li key={`${problem.file}:${problem.line}:${problem.column}:${problem.field}`}>
                <span className="mono">
                  {problem.line === 0
                    ? problem.file
                    : `${problem.file}:${problem.line}:${problem.column}`}
                </span>{' '}
                {problem.field !== '' && <span className="mono">{problem.field} </span>}
                {whyText(String(problem.error.params?.['why'] ?? problem.error.message))}
              </li>
            ))}
          </ul>
        </div>
        <button
          type="button"
          className="btn sm"
          disabled={opening.busy}
          onClick={() => void opening.run(() => ask(bridge, 'settings.openFile', first.file))}
        >
          {t('problem.open')}
        </button>
      </section>
      <InlineError error={opening.error} onDismiss={opening.clear} />
    </>
  );
}
