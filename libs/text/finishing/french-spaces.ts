import type { FinishingRule } from './finished-text.js';

/** French of Canada has no space before most of these signs. */
const isSpacedFrench = (target: string): boolean => /^fr(?:-(?!CA$)|$)/.test(target);

/** Signs at the end of a word, a number, a closing mark or what is kept; the colon of a drive (`C:`) is none. */
const signs = /(?<=[\p{L}\p{N}\p{Pe}\p{Pf}%"\ufffc])(?<!(?<!\p{L})\p{Lu}(?=:))[?!:;]{1,4}(?=$|[\s"»”’)\]])/gu;

/** Writes `la maison ?` for `la maison?` with a space that breaks no line, for signs that the source has. */
export const withFrenchSpaces: FinishingRule = (source, stretches, target) => {
  if (!isSpacedFrench(target)) return stretches;
  return stretches.map((stretch, index) => {
    if (stretch.isFixed) return stretch;
    const before = stretches[index - 1]?.text.at(-1) ?? '';
    const after = stretches[index + 1]?.text.charAt(0) ?? '';
    const around = `${before}${stretch.text}${after}`;
    const spaced = around.replace(signs, (found, at: number) =>
      at >= before.length && source.includes(found.charAt(0)) ? `\u00a0${found}` : found,
    );
    return { ...stretch, text: spaced.slice(before.length, spaced.length - after.length) };
  });
};
