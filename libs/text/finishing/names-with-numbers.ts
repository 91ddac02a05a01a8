import type { FinishingRule } from './finished-text.js';

/** Capitals with a number behind them. */
const name = /(?<![\p{L}\p{N}])\p{Lu}{2,8}\p{N}{1,4}(?![\p{L}\p{N}])/gu;
const inAnyCase = /(?<![\p{L}\p{N}])\p{L}{2,8}\p{N}{1,4}(?![\p{L}\p{N}])/gu;

/** Writes `MP3` for `Mp3`, as the source does. */
export const withNamesAsWritten: FinishingRule = (source, stretches) => {
  const names = new Map([...source.matchAll(name)].map(([written]) => [written.toLowerCase(), written]));
  if (names.size === 0) return stretches;
  return stretches.map((stretch) =>
    stretch.isFixed
      ? stretch
      : { ...stretch, text: stretch.text.replace(inAnyCase, (found) => names.get(found.toLowerCase()) ?? found) },
  );
};
