/** Number of an organization's log, which its name ends with from the second on: `mt.example.com/org_…/2`. */
export const logNumberOf = (origin: string): number => Number(/\/([1-9]\d{0,8})$/.exec(origin)?.[1] ?? 1);

/** Name of the log with this number, after that of another of the same organization. */
export const logNamed = (origin: string, number: number): string => {
  const first = origin.replace(/\/[1-9]\d{0,8}$/, '');
  return number === 1 ? first : `${first}/${number}`;
};

/** Whether a log of an organization was begun after another. */
export const isLaterLog = (origin: string, other: string): boolean => logNumberOf(origin) > logNumberOf(other);
