import type { WrittenSpan } from './written-span.js';

/** Nouns that Apertium's English pairs take for others before a number, one and several: `Mesa 3` for `Table 3`, `Prenda 5` for `Article 5`. */
type Noun = 'table' | 'figure' | 'article' | 'chart';

const nouns: Readonly<Record<string, Readonly<Record<Noun, readonly [one: string, several: string]>>>> = {
  es: {
    table: ['tabla', 'tablas'],
    figure: ['figura', 'figuras'],
    article: ['artículo', 'artículos'],
    chart: ['gráfico', 'gráficos'],
  },
  ca: {
    table: ['taula', 'taules'],
    figure: ['figura', 'figures'],
    article: ['article', 'articles'],
    chart: ['gràfic', 'gràfics'],
  },
  gl: {
    table: ['táboa', 'táboas'],
    figure: ['figura', 'figuras'],
    article: ['artigo', 'artigos'],
    chart: ['gráfico', 'gráficos'],
  },
};

/** `3`, `7.4`, `3-1`, `2a`; `A-2`, `SA3`, `B.4`; `IV`. Years are none. */
const number = String.raw`(?:\d{1,3}(?:[.–-]\d{1,3}){0,3}[a-zA-Z]?|\p{Lu}{1,3}[.–-]?\d{1,3}(?:[.–-]\d{1,3}){0,2}[a-z]?|[IVX]{1,5})`;
const notInWord = String.raw`(?<![\p{L}\p{M}\p{N}_&'’/-])`;

/** A table in small letters may be one at which people sit. */
const pattern = new RegExp(
  String.raw`${notInWord}(?<noun>[Tt]able|TABLE|[Ff]igure|FIGURE|[Aa]rticle|ARTICLE|[Cc]hart|CHART)(?<plural>[sS]?)(?<space>[ \u00a0])(?<number>${number})(?![\p{L}\p{M}\p{N}_]|[.,–-]\p{N})`,
  'gu',
);
const beforeSmallTable = /(?:^|[\s([])(?:see|in|from|of|by|and|to)[ \u00a0]$|[([:;,][ \u00a0]?$/i;

/** Finds references to the tables, figures, articles and charts of a document. `next` is what stays untouched behind the text: a number, for one. */
export const englishReferences = (text: string, target: string, next: string): WrittenSpan[] => {
  const words = nouns[target];
  if (words === undefined) return [];
  return [...(text + next).matchAll(pattern)].flatMap(({ 0: found, index: start, groups = {} }) => {
    const { noun = '', plural = '', space = '', number: numbered } = groups;
    const isSmallTable = noun === 'table' && !beforeSmallTable.test(text.slice(Math.max(0, start - 8), start));
    const ends = start + noun.length + plural.length;
    if (isSmallTable || ends > text.length) return [];
    const word = inCaseOf(noun, words[noun.toLowerCase() as Noun][plural === '' ? 0 : 1]);
    const end = start + found.length;
    return end > text.length
      ? { start, end: ends, written: word }
      : { start, end, written: `${word}${space}${numbered}` };
  });
};

const inCaseOf = (noun: string, word: string): string => {
  if (noun === noun.toUpperCase()) return word.toUpperCase();
  return noun === noun.toLowerCase() ? word : word.charAt(0).toUpperCase() + word.slice(1);
};
