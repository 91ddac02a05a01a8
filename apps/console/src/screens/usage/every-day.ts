export interface Day {
  /** `YYYY-MM-DD`, UTC. */
  date: string;
  characters: number;
}

const dayMs = 86_400_000;
/** More days than a plot has room for are not gone through: an address may name any two. */
const maxDays = 3_660;

/** Every day of a period, those without characters too, so that bars are as wide as their days; of a longer period the given ones alone. */
export const everyDay = (days: readonly Day[], start: string, end: string): readonly Day[] => {
  const first = Date.parse(start);
  const count = (Date.parse(end) - first) / dayMs + 1;
  if (!(count >= 1 && count <= maxDays)) return days;
  const known = new Map(days.map(({ date, characters }) => [date, characters]));
  return Array.from({ length: count }, (_, at) => {
    const date = new Date(first + at * dayMs).toISOString().slice(0, 10);
    return { date, characters: known.get(date) ?? 0 };
  });
};
