/** Answers are kept in this many parts in turn, one a day: yesterday's is emptied while today's and tomorrow's are written. */
export const answerParts = 4;

export const partName = (part: number): string => `idempotency.answer_${part}`;

const daySeconds = 24 * 60 * 60;

/** SQL of the number of the part of the UTC day that a time is on. */
export const partOf = (time: string): string =>
  `(floor(extract(epoch from ${time}) / ${daySeconds})::bigint % ${answerParts})::smallint`;
