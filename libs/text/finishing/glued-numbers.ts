import type { FinishingRule } from './finished-text.js';

/** Writes `de 10 puntos` for `de10 puntos`, if each such number stands apart in the source, and none behind a letter. */
export const withoutGluedNumbers: FinishingRule = (source, stretches) => {
  if (!/\d/.test(source) || /\p{L}\d/u.test(source)) return stretches;
  const apart = new Set([...source.matchAll(/(?<!\S)\d{1,20}/gu)].map(([number]) => number));
  return stretches.map((stretch) =>
    stretch.isFixed
      ? stretch
      : {
          ...stretch,
          text: stretch.text.replace(/(?<=\p{L})\d{1,20}/gu, (number) => (apart.has(number) ? ` ${number}` : number)),
        },
  );
};
