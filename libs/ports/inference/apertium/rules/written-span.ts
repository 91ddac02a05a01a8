/** A stretch of a text that goes through the engine as one word, and what is written for it. */
export interface WrittenSpan {
  start: number;
  end: number;
  written: string;
}
