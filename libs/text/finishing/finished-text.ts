/** A stretch of a translation; `isFixed` where nothing may be changed: a span to keep, white space of the source. */
export interface Stretch {
  text: string;
  isFixed: boolean;
}

/** A rule: returns the stretches of the translation, as many as it was given, the fixed ones as they are. */
export type FinishingRule = (source: string, stretches: readonly Stretch[], target: string) => readonly Stretch[];

export const joinedText = (stretches: readonly Stretch[]): string => stretches.map(({ text }) => text).join('');
