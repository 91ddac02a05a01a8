/** Words a second of the embedded engine on two shared cores: half of the 30,000 that were measured at best. */
const wordsPerSecond = 15_000;
const overheadMs = 3_000;

/** The time, in RFC 3339, at which a translation requested at `now` can be expected. */
export const estimateCompletion = (now: string, words: number): string =>
  new Date(Date.parse(now) + overheadMs + Math.ceil((words / wordsPerSecond) * 1000)).toISOString();
