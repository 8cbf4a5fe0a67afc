const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const steps = [
  ...[1, 2, 5, 10, 15, 30].map((n) => n * second),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * minute),
  ...[1, 2, 3, 6].map((n) => n * hour),
  ...[1, 2, 5, 10, 30].map((n) => n * day),
];
/** Labels in seconds are longer, so fewer of them have room, and further from the ends. */
const roomFor = (step: number) =>
  step < minute ? { most: 3, apart: 0.21 } : { most: 4, apart: 0.14 };

export type Ticks = {
  /** How finely the labels must tell the time. */
  readonly unit: 'days' | 'minutes' | 'seconds';
  /** Times in epoch milliseconds, with their place from 0 to 1; the ends are always among them. */
  readonly at: readonly { readonly time: number; readonly place: number }[];
};

/** Round local times between two moments. `offset` is what local time is behind UTC, in ms. */
export function bandTicks(from: number, to: number, offset: number): Ticks {
  const length = Math.max(1, to - from);
  const insideBy = (step: number): readonly number[] => {
    const apart = roomFor(step).apart * length;
    const first = from + apart;
    const last = to - apart;
    const times = [];
    let time = Math.ceil((first - offset) / step) * step + offset;
    for (; time <= last; time += step) times.push(time);
    return times;
  };
  const largest = 30 * day;
  const step =
    // Looked at in full only where it can be: the smallest of them would give millions.
    steps.find((one) => length / one < 10 && insideBy(one).length <= roomFor(one).most) ??
    Math.ceil(length / largest / 3) * largest;
  const unit = step >= day ? 'days' : step >= minute ? 'minutes' : 'seconds';
  const inside = insideBy(step)
    // Within the minute of the end it would be labelled as the end is.
    .filter((time) => unit !== 'minutes' || to - time >= minute)
    .map((time) => ({ time, place: (time - from) / length }));
  return { unit, at: [{ time: from, place: 0 }, ...inside, { time: to, place: 1 }] };
}
