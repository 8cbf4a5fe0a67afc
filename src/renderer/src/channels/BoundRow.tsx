import { useTranslation } from 'react-i18next';
import { usualBounds } from '../../../shared/channel.ts';
import type { ChannelBounds } from '../../../shared/channel.ts';
import { NumberRow } from '../settings/NumberRow.tsx';

type Props = { readonly bound: keyof ChannelBounds; readonly bounds: ChannelBounds };

/** How many of its unit one number in the field stands for: sizes are typed in MB. */
const units: Readonly<Record<keyof ChannelBounds, number>> = {
  burst: 1,
  perMinute: 1,
  waiting: 1,
  waitingBytes: 1_048_576,
};

/** One bound on what a server may send by itself. */
export function BoundRow({ bound, bounds }: Props) {
  const { t } = useTranslation('channels');
  const unit = units[bound];
  const own = bounds[bound];
  const toPatch = (typed: number | null) => {
    const next = typed === null ? undefined : Math.round(typed * unit);
    const channelBounds = { ...bounds, [bound]: next };
    const isUsual = Object.values(channelBounds).every((one) => one === undefined);
    return { channelBounds: isUsual ? null : channelBounds };
  };
  return (
    <NumberRow
      label={t(`settings.${bound}`)}
      own={own === undefined ? undefined : own / unit}
      usual={usualBounds[bound] / unit}
      wrong={t('settings.wrong')}
      toPatch={toPatch}
    />
  );
}
