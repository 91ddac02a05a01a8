import type { LanguagePair } from '../../inference.port.js';
import type { WrittenSpan } from './written-span.js';

type Noun = 'table' | 'figure' | 'article' | 'chart';
type Forms = readonly [one: string, several: string];

const english: Record<Noun, Forms> = {
  table: ['table', 'tables'],
  figure: ['figure', 'figures'],
  article: ['article', 'articles'],
  chart: ['chart', 'charts'],
};

/** The nouns in each language. */
const written: Readonly<Record<string, Record<Noun, Forms>>> = {
  en: english,
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

/** Nouns that Apertium takes for other words before a number, by the language of the text. */
const misread: Readonly<Record<string, Partial<Record<Noun, Forms>>>> = {
  en: english,
  es: { table: ['cuadro', 'cuadros'], figure: ['figura', 'figuras'] },
  ca: { table: ['quadre', 'quadres'], figure: ['figura', 'figures'] },
  gl: { table: ['cadro', 'cadros'], chart: ['gráfico', 'gráficos'] },
};

/** `3`, `7.4`, `3-1`, `2a`; `A-2`, `SA3`, `B.4`; `IV`. Years are none. */
const number = String.raw`(?:\d{1,3}(?:[.–-]\d{1,3}){0,3}[a-zA-Z]?|\p{Lu}{1,3}[.–-]?\d{1,3}(?:[.–-]\d{1,3}){0,2}[a-z]?|[IVX]{1,5})`;

/** The forms of a language as they are written, each with what it stands for. */
const formsOf = (nouns: Partial<Record<Noun, Forms>>, hasSmall: boolean): ReadonlyMap<string, [Noun, number]> =>
  new Map(
    Object.entries(nouns).flatMap(([noun, forms]) =>
      forms.flatMap((form, at) =>
        [...(hasSmall ? [form] : []), capitalized(form), form.toUpperCase()].map((cased): [string, [Noun, number]] => [
          cased,
          [noun as Noun, at],
        ]),
      ),
    ),
  );

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The search for misread nouns by the language of the text; English has no article that would tell a noun in small letters. */
const readers = new Map(
  Object.entries(misread).map(([language, nouns]) => {
    const forms = formsOf(nouns, language === 'en');
    const pattern = new RegExp(
      String.raw`(?<![\p{L}\p{M}\p{N}_&'’/-])(?<form>${[...forms.keys()].join('|')})(?<space>[ \u00a0])(?<number>${number})(?![\p{L}\p{M}\p{N}_]|[.,–-]\p{N})`,
      'gu',
    );
    return [language, { forms, pattern }];
  }),
);

/** A table in small letters may be one at which people sit. */
const seat = /^tables?$/;
const beforeSmallTable = /(?:^|[\s([])(?:see|in|from|of|by|and|to)[ \u00a0]$|[([:;,][ \u00a0]?$/i;
const isSeat = (form: string, text: string, at: number): boolean =>
  seat.test(form) && !beforeSmallTable.test(text.slice(Math.max(0, at - 8), at));

/**
 * Finds references to the tables, figures, articles and charts of a document, between English and Catalan, Galician and Spanish: `Mesa
 * 3` for `Table 3`, `It appears 2` for `Figura 2`. `next` is what stays untouched behind the text: a number, for one.
 */
export const documentReferences = ({ source, target }: LanguagePair, text: string, next: string): WrittenSpan[] => {
  const reader = readers.get(source);
  const words = written[target];
  if (!reader || !words || (source !== 'en' && target !== 'en')) return [];
  return [...(text + next).matchAll(reader.pattern)].flatMap(({ 0: found, index: start, groups = {} }) => {
    const { form = '', space = '', number: numbered } = groups;
    const [noun, at] = reader.forms.get(form) ?? ['table', 0];
    const behindNoun = start + form.length;
    if (isSeat(form, text, start) || behindNoun > text.length) return [];
    const word = inCaseOf(form, words[noun][at] ?? form);
    const end = start + found.length;
    return end > text.length
      ? { start, end: behindNoun, written: word }
      : { start, end, written: `${word}${space}${numbered}` };
  });
};

const inCaseOf = (form: string, word: string): string => {
  if (form === form.toUpperCase()) return word.toUpperCase();
  return form === form.toLowerCase() ? word : capitalized(word);
};
