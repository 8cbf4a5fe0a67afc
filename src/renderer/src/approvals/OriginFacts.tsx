import './approvals.css';
import { useTranslation } from 'react-i18next';
import type { Provenance, ServerOrigin } from '../../../shared/config.ts';

/** Which entry of a name is in force, and why the others are not. */
export function OriginFacts({ origin }: { origin: ServerOrigin }) {
  const { t } = useTranslation('approvals');
  const { winner, losers, sameContentAs } = origin;
  return (
    <dl className="kv origin-facts">
      <dt>{t('origin.winner')}</dt>
      <dd>
        <Place of={winner} />
      </dd>
      {losers.length > 0 && (
        <>
          <dt>{t('origin.losers')}</dt>
          <dd>
            <ul>
              {losers.map(({ from, why }, index) => (
                <li key={index}>
                  <Place of={from} /> {t(`lost.${why}`)}
                </li>
              ))}
            </ul>
          </dd>
        </>
      )}
      {sameContentAs.length > 0 && (
        <>
          <dt>{t('origin.same')}</dt>
          <dd className="mono">{sameContentAs.join(', ')}</dd>
        </>
      )}
    </dl>
  );
}

function Place({ of }: { of: Provenance }) {
  const { t } = useTranslation('approvals');
  return (
    <>
      <b>{t(`layer.${of.layer}`)}</b>{' '}
      <span className="mono path">{of.file ?? of.plugin ?? ''}</span>
    </>
  );
}
