import { useTranslation } from 'react-i18next';

/** The names of the columns, which stay in sight. */
export function LogHeadings() {
  const { t } = useTranslation('logs');
  return (
    <div role="rowgroup" className="log-headings">
      <div role="row" className="log-row">
        <span role="columnheader" aria-sort="ascending">
          {t('column.time')}
        </span>
        <span role="columnheader">{t('column.server')}</span>
        <span role="columnheader">{t('column.kind')}</span>
        <span role="columnheader">{t('column.text')}</span>
        <span role="columnheader" className="r">
          {t('column.duration')}
        </span>
        <span role="columnheader" className="r">
          {t('column.size')}
        </span>
      </div>
    </div>
  );
}
