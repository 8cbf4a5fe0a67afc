import { useTranslation } from 'react-i18next';
import { useFormat } from '../ui/useFormat.ts';
import { useNow } from '../ui/useNow.ts';

type Props = { readonly at: number | undefined; readonly renews: boolean };

/** How long a sign-in holds; it follows the clock. */
export function Expiry({ at, renews }: Props) {
  const { t } = useTranslation('auth');
  const format = useFormat();
  const now = useNow(1000, at !== undefined);
  const left = at === undefined ? undefined : at - now;
  return (
    <>
      <span title={at === undefined ? undefined : format.moment(at)}>
        {left === undefined
          ? t('expiry.untold')
          : left > 0
            ? t('expiry.in', { time: format.uptime(coarse(left)) })
            : t('expiry.ago', { time: format.uptime(coarse(-left)) })}
      </span>
      {renews && <span className="quiet"> {t('expiry.renews')}</span>}
    </>
  );
}

/** Whole minutes, until there are so few of them that seconds tell more. */
const coarse = (ms: number): number => (ms < 120_000 ? ms : Math.floor(ms / 60_000) * 60_000);
