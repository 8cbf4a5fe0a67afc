import { useTranslation } from 'react-i18next';

/** What each level of trust means, by what a server may do: the same as in SECURITY.md. */
const rows = [
  { what: 'reads', untrusted: 'asks', trusted: 'runs' },
  { what: 'edits', untrusted: 'asks', trusted: 'edits' },
  { what: 'destroys', untrusted: 'destroys', trusted: 'destroys' },
  { what: 'model', untrusted: 'no', trusted: 'model' },
  { what: 'words', untrusted: 'words', trusted: 'words' },
  { what: 'changes', untrusted: 'changes', trusted: 'changes' },
  { what: 'retold', untrusted: 'retold', trusted: 'retold' },
] as const;

export function TrustTable() {
  const { t } = useTranslation('servers');
  return (
    <table className="trust-table" aria-label={t('trust.title')}>
      <thead>
        <tr>
          <th scope="col">{t('trust.title')}</th>
          <th scope="col">{t('trust.untrusted')}</th>
          <th scope="col">{t('trust.trusted')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ what, untrusted, trusted }) => (
          <tr key={what}>
            <th scope="row">{t(`trust.row.${what}`)}</th>
            {untrusted === trusted ? (
              <td colSpan={2}>{t(`trust.cell.${trusted}`)}</td>
            ) : (
              <>
                <td>{t(`trust.cell.${untrusted}`)}</td>
                <td>{t(`trust.cell.${trusted}`)}</td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
