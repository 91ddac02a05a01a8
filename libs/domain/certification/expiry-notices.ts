/** Days before the end of a certification at which notice of it is given. */
export const noticeDays = [90, 30, 7, 1] as const;

const dayMs = 24 * 60 * 60 * 1_000;

/** A notice that was given: for which end, and how many days before it. */
export interface Notice {
  expiresAt: string;
  daysLeft: number;
}

/** The stage of `noticeDays` that a number of days has reached; undefined before the first. */
const stageOf = (daysLeft: number): number | undefined => noticeDays.findLast((days) => daysLeft <= days);

/** Stages that are still to come after the last notice, the first of them first. */
const stagesAfter = (expiresAt: string, last: Notice | undefined): number[] => {
  const reached = last?.expiresAt === expiresAt ? stageOf(last.daysLeft) : undefined;
  return noticeDays.filter((days) => reached === undefined || days < reached);
};

/** Time of the next notice, RFC 3339; null when there is none left to give, or the end has passed. */
export const nextNoticeAt = (expiresAt: string | null, last: Notice | undefined, now: string): string | null => {
  const [days] = expiresAt === null || expiresAt <= now ? [] : stagesAfter(expiresAt, last);
  return days === undefined || expiresAt === null ? null : new Date(Date.parse(expiresAt) - days * dayMs).toISOString();
};

/**
 * The notice that is due; undefined when there is none. Stages that passed unnoticed are left out: one notice says how
 * many days are left. A stage that was noticed is never noticed again, whichever way the clock goes.
 */
export const dueNotice = (expiresAt: string, last: Notice | undefined, now: string): Notice | undefined => {
  const daysLeft = Math.ceil((Date.parse(expiresAt) - Date.parse(now)) / dayMs);
  const stage = stageOf(daysLeft);
  if (daysLeft <= 0 || stage === undefined || !stagesAfter(expiresAt, last).includes(stage)) return undefined;
  return { expiresAt, daysLeft };
};
