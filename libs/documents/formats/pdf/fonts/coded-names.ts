import { type SimpleEncoding, standardEncoding } from './standard-encoding.js';

/** Characters of one code after the other, from a code on. */
const row = (from: number, characters: readonly string[]): [number, string][] =>
  characters.map((character, by) => [from + by, character]);

/** ASCII, from the space on. */
const ascii = row(
  0x20,
  Array.from({ length: 95 }, (_, by) => String.fromCharCode(0x20 + by)),
);

/** The encoding of TeX fonts of 1990 for the letters of Europe, T1 or Cork, without accents that stand alone. */
const cork = new Map<number, string>([
  ...ascii,
  ...row(13, ['‚', '‹', '›', '“', '”', '„', '«', '»', '–', '—', '']),
  ...row(25, ['ı', 'ȷ', 'ff', 'fi', 'fl', 'ffi', 'ffl']),
  [0x27, '’'],
  [0x60, '‘'],
  [0x7f, '-'],
  ...row(0x80, [...'ĂĄĆČĎĚĘĞĹĽŁŃŇŊŐŔŘŚŠŞŤŢŰŮŸŹŽŻĲİđ§ăąćčďěęğĺľłńňŋőŕřśšşťţűůÿźžżĳ¡¿£']),
  ...row(0xc0, [...'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖŒØÙÚÛÜÝÞẞàáâãäåæçèéêëìíîïðñòóôõöœøùúûüýþß']),
]);

/** The first encoding of TeX, OT1, without accents that stand alone. */
const firstOfTex = new Map<number, string>([
  ...ascii,
  ...row(0, [...'ΓΔΘΛΞΠΣΥΦΨΩ', 'ff', 'fi', 'fl', 'ffi', 'ffl', 'ı', 'ȷ']),
  ...row(25, [...'ßæœøÆŒØ']),
  [0x22, '”'],
  [0x27, '’'],
  [0x3c, '¡'],
  [0x3e, '¿'],
  [0x5c, '“'],
  [0x60, '‘'],
  [0x7b, '–'],
  [0x7c, '—'],
]);

const plain = new Map<number, string>(ascii);

/** Ligatures of OT1 and of T1, and signs that the first has in places in which ASCII has others. */
const isOfFirst = (codes: ReadonlySet<number>): boolean =>
  [11, 12, 13, 14, 15].some((code) => codes.has(code)) || (codes.has(0x22) && codes.has(0x5c));
const isOfCork = (codes: ReadonlySet<number>): boolean =>
  [...codes].some((code) => code >= 0x80 || (code > 15 && code < 32));

/** Part of the names of a font that have to be codes of letters and digits; a part that numbers its glyphs has others. */
const minShare = 0.5;

/** Signs before the code in the names of a font: `a` of pdfTeX, `C` or `char` of others. */
const usualPrefix = /^[A-Za-z]{0,8}[-_.]?$/;

/** How programs write the code in a name: as a number, with leading zeros or not, or in two or four hexadecimal digits. */
const writings: readonly ((code: number) => RegExp)[] = [
  (code) => new RegExp(`^(.{0,9}?)0{0,2}${code}$`),
  (code) => new RegExp(`^(.{1,9}?)(?:00)?${code.toString(16).padStart(2, '0')}$`, 'i'),
];

/** The signs that all names of a font have before their codes, in one of the writings; undefined where they have none. */
const prefixOf = (names: ReadonlyMap<number, string>, writing: (typeof writings)[number]): string | undefined => {
  let common: string | undefined;
  for (const [code, name] of names) {
    const [, prefix] = writing(code).exec(name) ?? [];
    if (prefix === undefined || !usualPrefix.test(prefix) || (common ?? prefix) !== prefix) return undefined;
    common = prefix;
  }
  return common;
};

/** The texts of codes in other programs than TeX: those of Latin-1. */
const latin = new Map<number, string>([
  ...ascii,
  ...row(
    0xa0,
    Array.from({ length: 96 }, (_, by) => String.fromCharCode(0xa0 + by)),
  ),
]);

/**
 * The texts of a font whose names are the codes of its glyphs, as pdfTeX names those of bitmaps (`a97`), and others do (`C61`,
 * `G097`): undefined where a name is not the code that it has, and where the codes are hardly those of text.
 */
export const encodingOfCodedNames = (names: ReadonlyMap<number, string>): SimpleEncoding | undefined => {
  const prefix = writings.map((writing) => prefixOf(names, writing)).find((found) => found !== undefined);
  if (prefix === undefined) return undefined;
  const codes = new Set(names.keys());
  const words = [...codes].filter((code) => /[A-Za-z0-9]/.test(standardEncoding[code] ?? ''));
  if (words.length < minShare * codes.size) return undefined;
  const ofTex = isOfFirst(codes) ? firstOfTex : isOfCork(codes) ? cork : plain;
  const texts = prefix === 'a' ? ofTex : latin;
  const encoding: (string | undefined)[] = [];
  for (const code of codes) encoding[code] = texts.get(code);
  return encoding;
};
