/** A stretch of a translation; `isFixed` where nothing may be changed: a span to keep, white space of the source. */
export interface Stretch {
  text: string;
  isFixed: boolean;
}

/** A rule: returns the stretches of the translation, as many as it was given, the fixed ones as they are. */
export type FinishingRule = (source: string, stretches: readonly Stretch[], target: string) => readonly Stretch[];

export const joinedText = (stretches: readonly Stretch[]): string => stretches.map(({ text }) => text).join('');

/** Writes other signs, or none, in place of the UTF-16 code units at some places of the joined text, where nothing is fixed. */
export const withSignsAt = (signs: ReadonlyMap<number, string>, stretches: readonly Stretch[]): readonly Stretch[] => {
  if (signs.size === 0) return stretches;
  let at = 0;
  return stretches.map((stretch) => {
    const from = at;
    at += stretch.text.length;
    if (stretch.isFixed) return stretch;
    let text = '';
    for (let offset = 0; offset < stretch.text.length; offset += 1)
      text += signs.get(from + offset) ?? stretch.text.charAt(offset);
    return { ...stretch, text };
  });
};

/** Writes capitals at `places` of the joined text small, where nothing is fixed. */
export const withSmallLettersAt = (
  places: ReadonlySet<number>,
  stretches: readonly Stretch[],
  target: string,
): readonly Stretch[] => {
  const text = joinedText(stretches);
  const letterAt = (place: number): string => String.fromCodePoint(text.codePointAt(place) ?? 0);
  const small = [...places].flatMap((place): [number, string][] => {
    const letter = letterAt(place);
    if (!/\p{Lu}/u.test(letter)) return [];
    const rest = Array.from({ length: letter.length - 1 }, (_, by): [number, string] => [place + 1 + by, '']);
    return [[place, letter.toLocaleLowerCase(target)], ...rest];
  });
  return withSignsAt(new Map(small), stretches);
};
