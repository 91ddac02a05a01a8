/** A stretch of a translation; `isFixed` where nothing may be changed: a span to keep, white space of the source. */
export interface Stretch {
  text: string;
  isFixed: boolean;
}

/** A rule: returns the stretches of the translation, as many as it was given, the fixed ones as they are. */
export type FinishingRule = (source: string, stretches: readonly Stretch[], target: string) => readonly Stretch[];

export const joinedText = (stretches: readonly Stretch[]): string => stretches.map(({ text }) => text).join('');

/** Writes capitals at `places` of the joined text small, where nothing is fixed. */
export const withSmallLettersAt = (
  places: ReadonlySet<number>,
  stretches: readonly Stretch[],
  target: string,
): readonly Stretch[] => {
  if (places.size === 0) return stretches;
  let at = 0;
  return stretches.map((stretch) => {
    const from = at;
    at += stretch.text.length;
    if (stretch.isFixed) return stretch;
    const text = stretch.text.replace(/\p{Lu}/gu, (letter, offset: number) =>
      places.has(from + offset) ? letter.toLocaleLowerCase(target) : letter,
    );
    return { ...stretch, text };
  });
};
