import { useTranslation } from 'react-i18next';
import type { LogLevel } from '../../../shared/log.ts';
import { useServers } from '../store/stores.ts';
import { Icon } from '../ui/Icon.tsx';
import { Select } from '../ui/Select.tsx';
import { ExportButton } from './ExportButton.tsx';
import { IssueReportButton } from './IssueReportButton.tsx';
import type { LogChoice } from './logFilter.ts';

const levels: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];
/** No server has this name: control characters are refused. */
const allServers = '\n';

type Props = {
  readonly choice: LogChoice;
  readonly onChange: (part: Partial<LogChoice>) => void;
};

export function LogsHead({ choice, onChange }: Props) {
  const { t } = useTranslation('logs');
  const known = (useServers() ?? []).map((server) => server.name);
  const names = choice.server === undefined ? known : [...new Set([...known, choice.server])];
  return (
    <header className="view-head">
      <h1>{t('title')}</h1>
      <span className="grow" />
      <label className="field wide">
        <Icon name="search" className="s14" />
        <span className="sr">{t('filter.label')}</span>
        <input
          type="search"
          placeholder={t('filter.placeholder')}
          maxLength={500}
          value={choice.text}
          onChange={(event) => onChange({ text: event.target.value })}
        />
      </label>
      <Select
        label={t('server.label')}
        value={choice.server ?? allServers}
        options={[
          { value: allServers, label: t('server.all') },
          ...names.map((name) => ({ value: name, label: name })),
        ]}
        onChange={(name) => onChange({ server: name === allServers ? undefined : name })}
      />
      <Select
        label={t('level.label')}
        value={choice.minLevel}
        options={levels.map((level) => ({ value: level, label: t(`level.${level}`) }))}
        onChange={(minLevel) => onChange({ minLevel })}
      />
      {choice.server !== undefined && <IssueReportButton server={choice.server} />}
      <ExportButton choice={choice} />
    </header>
  );
}
