/**
 * Half of the 30,000 words a second that were measured with the embedded engine on two cores at best; less when
 * shared.
 */
const wordsPerSecond = 15_000;
const overheadMs = 3_000;

/** The time, in RFC 3339, at which a translation requested at `now` can be expected. */
export const estimateCompletion = (now: string, words: number): string =>
  new Date(Date.parse(now) + overheadMs + Math.ceil((words / wordsPerSecond) * 1000)).toISOString();
