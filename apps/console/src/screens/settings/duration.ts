/** Units of ISO 8601 durations as the service takes them, from the largest. */
const units = ['week', 'day', 'hour', 'minute', 'second'] as const;

export interface Share {
  unit: (typeof units)[number];
  count: number;
}

/** The shares of a duration such as `P7D` or `P1DT12H`; undefined for what is none. */
export const sharesOf = (duration: string): Share[] | undefined => {
  const counts = /^P(?=.)(?:(\d+)W)?(?:(\d+)D)?(?:T(?=.)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(duration)?.slice(1);
  return counts?.flatMap((count, at) => {
    const unit = units[at];
    return count === undefined || unit === undefined ? [] : [{ unit, count: Number(count) }];
  });
};

/** Days of each unit that somebody may choose. The service says days, and knows no months and years, whose lengths differ. */
export const daysOf = { day: 1, week: 7, month: 30, year: 365 } as const;
export type Unit = keyof typeof daysOf;

export const durationOf = (count: number, unit: Unit): string => `P${count * daysOf[unit]}D`;

/** The number of days that a duration is; undefined for one that has parts of days. */
export const wholeDaysOf = (duration: string): number | undefined => {
  const [share, ...others] = sharesOf(duration) ?? [];
  if (share === undefined || others.length > 0) return undefined;
  const { count, unit } = share;
  return unit === 'day' || unit === 'week' ? count * daysOf[unit] : undefined;
};
