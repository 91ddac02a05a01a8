const dayMs = 24 * 60 * 60 * 1000;

/** The UTC day of a time, as `YYYY-MM-DD`. */
export const dayOf = (time: Date): string => time.toISOString().slice(0, 'YYYY-MM-DD'.length);

/** The midnight, UTC, at which the day of `time` ends. */
export const endOfDay = (time: Date): Date => new Date((Math.floor(time.getTime() / dayMs) + 1) * dayMs);

const lastDay = '9999-12-31';

/** The day after `YYYY-MM-DD`; the last day that is written so has none, and is returned. */
export const dayAfter = (day: string): string => (day >= lastDay ? lastDay : dayOf(new Date(Date.parse(day) + dayMs)));
