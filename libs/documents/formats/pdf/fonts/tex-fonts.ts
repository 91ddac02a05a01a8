import type { FontLook } from './pdf-font.js';

type TexLook = Pick<FontLook, 'family' | 'isBold' | 'isItalic'>;

const look = (family: TexLook['family'], isBold = false, isItalic = false): TexLook => ({ family, isBold, isItalic });

const listed = (entries: readonly [names: string, look: TexLook][]): ReadonlyMap<string, TexLook> =>
  new Map(entries.flatMap(([names, own]) => names.split(' ').map((name) => [name, own] as const)));

/** Computer Modern by what stands between `cm` and the size: `cmbx12`. */
const computerModern = listed([
  ['r csc u dunh ff fib', look('serif')],
  ['b bx', look('serif', true)],
  ['sl ti fi', look('serif', false, true)],
  ['bxsl bxti', look('serif', true, true)],
  ['ss ssq ssdc', look('sans')],
  ['ssbx', look('sans', true)],
  ['ssi ssqi', look('sans', false, true)],
  ['tt tcsc vtt', look('mono')],
  ['sltt itt', look('mono', false, true)],
]);

/** The European Computer Modern of cm-super by its two letters: `SFBX1440`. */
const superModern = listed([
  ['rm cc dh ui', look('serif')],
  ['bx rb xc', look('serif', true)],
  ['sl ti ci sc', look('serif', false, true)],
  ['bl bi', look('serif', true, true)],
  ['ss sq lq', look('sans')],
  ['sx lb dc', look('sans', true)],
  ['si li qi', look('sans', false, true)],
  ['so lo', look('sans', true, true)],
  ['tt tc vt lt', look('mono')],
  ['st it vi', look('mono', false, true)],
]);

/** The look of a text font that Knuth's names or those of cm-super say; undefined for other names. */
export const texLookOf = (name: string): TexLook | undefined => {
  const modern = /^cm([a-z]{1,4})\d{1,4}(?!\w)/i.exec(name)?.[1];
  const european = /^(?:sf|ec|tc|la)([a-z]{2})\d{4}(?!\w)/i.exec(name)?.[1];
  return computerModern.get(modern?.toLowerCase() ?? '') ?? superModern.get(european?.toLowerCase() ?? '');
};
