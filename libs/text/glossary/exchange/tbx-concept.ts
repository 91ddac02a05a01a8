import { baseLanguage } from '#libs/text/languages/language-tag.js';
import type { GlossaryLanguages } from '../glossary-languages.js';
import type { LineEntry } from './checked-entries.js';

export interface TbxTerm {
  line: number;
  text: string;
  /** Value of `administrativeStatus` or `normativeAuthorization`; empty where there is none. */
  status: string;
}

/** The terms of a concept in one language, with the language tag that stands in the file. */
export interface TbxLanguage {
  tag: string;
  terms: TbxTerm[];
}

const preference = ({ status }: TbxTerm): number => {
  if (/^preferred/i.test(status)) return 0;
  return /^(?:deprecated|superseded)/i.test(status) ? 2 : 1;
};

/** Measures how far a tag is from a language; undefined where it is another language. */
const distance = (tag: string, language: string): number | undefined => {
  const given = tag.toLowerCase().replaceAll('_', '-');
  const wanted = language.toLowerCase();
  if (given === wanted) return 0;
  if (baseLanguage(given) !== baseLanguage(wanted)) return undefined;
  return given === baseLanguage(wanted) ? 1 : 2;
};

const byDistance = (concept: readonly TbxLanguage[], own: string, other: string): TbxLanguage[] =>
  concept
    .map((language) => ({ language, far: distance(language.tag, own) ?? Number.POSITIVE_INFINITY }))
    .filter(({ language, far }) => far < (distance(language.tag, other) ?? Number.POSITIVE_INFINITY))
    .sort((a, b) => a.far - b.far)
    .map(({ language }) => language);

/**
 * Makes an entry for each term of the source language, all with the preferred target, or else the first one. Of several
 * regions of the target language it takes the nearest to the requested one.
 */
export const conceptEntries = (concept: readonly TbxLanguage[], { source, target }: GlossaryLanguages): LineEntry[] => {
  const [targets] = byDistance(concept, target, source).filter(({ terms }) => terms.length > 0);
  const [best] = targets?.terms.toSorted((a, b) => preference(a) - preference(b)) ?? [];
  if (best === undefined) return [];
  return byDistance(concept, source, target)
    .flatMap(({ terms }) => terms)
    .map(({ line, text }) => ({ line, source: text, target: best.text }));
};
