/** Measurements of finished documents, each added up with its weight. */
export interface MeasuredWork {
  documents: number;
  words: number;
  seconds: number;
  /** Sum of 1 / words. */
  inverseWords: number;
  /** Sum of seconds / words. */
  secondsPerWord: number;
}

/** The time that a document takes: some seconds whatever its length, and some for each word. */
export interface WorkCost {
  fixedSeconds: number;
  secondsPerWord: number;
}

/** Seconds that a document takes without its words, where nothing tells it yet. */
const usualFixedSeconds = 0.5;
/** The most that a fit may find: it bounds how late a tiny document can be expected. */
const maxFixedSeconds = 5;
/** The embedded engine was measured at 30,000 words a second: less than that no fit makes of a word. */
const minSecondsPerWord = 1 / 30_000;
/** Spread of the lengths of documents from which on they tell both costs apart: 0 for one length, a half where they differ six times. */
const tellingSpread = 0.5;

/** The line of least squares through the documents, each weighed by 1 / words, at no words; undefined where lengths are alike. */
const fittedFixedSeconds = (work: MeasuredWork): number | undefined => {
  const { documents, words, seconds, inverseWords, secondsPerWord } = work;
  const product = inverseWords * words;
  const rest = product - documents * documents;
  return rest < tellingSpread * product || rest <= 0
    ? undefined
    : (secondsPerWord * words - documents * seconds) / rest;
};

/** Both costs, neither negative; together they give back all the seconds that were measured. */
export const fitWork = (work: MeasuredWork): WorkCost => {
  const { documents, words, seconds } = work;
  const limit = documents > 0 ? (seconds - minSecondsPerWord * words) / documents : 0;
  const found = fittedFixedSeconds(work) ?? usualFixedSeconds;
  const fixedSeconds = Math.max(0, Math.min(found, maxFixedSeconds, limit));
  return { fixedSeconds, secondsPerWord: (seconds - fixedSeconds * documents) / words };
};
