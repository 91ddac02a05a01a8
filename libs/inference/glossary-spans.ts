import type { Segment, SegmentPart } from '#libs/segments/segment.js';
import type { GlossaryTerm } from './inference.port.js';

const escapeForPattern = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

const isCapitalised = (text: string): boolean => /^\p{Lu}/u.test(text);

const capitalised = (text: string): string => {
  const [first = '', ...rest] = text;
  return first.toLocaleUpperCase() + rest.join('');
};

/** The target as the source stands in the text: `API Key` at the start of a sentence, `API KEY` in capitals. */
const inCaseOf = (found: string, term: GlossaryTerm): string => {
  if (found === term.source) return term.target;
  if (found.length > 1 && found === found.toLocaleUpperCase()) return term.target.toLocaleUpperCase();
  return isCapitalised(found) && !isCapitalised(term.source) ? capitalised(term.target) : term.target;
};

const termPattern = (terms: readonly GlossaryTerm[]): RegExp => {
  const sources = terms.map((term) => term.source).sort((a, b) => b.length - a.length);
  const alternatives = sources.map((source) => escapeForPattern(source).replaceAll(/\s+/gu, '\\s+'));
  return new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])(?:${alternatives.join('|')})(?![\\p{L}\\p{M}\\p{N}])`, 'giu');
};

const normalised = (text: string): string => text.replaceAll(/\s+/gu, ' ').toLocaleLowerCase();

/**
 * Replaces each source term in the texts of a segment by its target term, as a span that stays as it is:
 * whole words, longest first, in the case that it has in the text. A term that a tag cuts is not found.
 */
export const applyGlossary = (segment: Segment, glossary: readonly GlossaryTerm[] = []): Segment => {
  const terms = glossary.filter((term) => term.source.trim() !== '');
  if (terms.length === 0) return segment;
  const byExactSource = new Map(terms.map((term) => [term.source, term]));
  const bySource = new Map(terms.map((term) => [normalised(term.source), term]));
  const pattern = termPattern(terms);
  return segment.flatMap((part): SegmentPart[] => {
    if (part.kind !== 'text') return [part];
    const parts: SegmentPart[] = [];
    let at = 0;
    for (const { 0: found, index } of part.text.matchAll(pattern)) {
      const term = byExactSource.get(found) ?? bySource.get(normalised(found));
      if (term === undefined) continue;
      if (index > at) parts.push({ kind: 'text', text: part.text.slice(at, index) });
      parts.push({ kind: 'keep', text: inCaseOf(found, term) });
      at = index + found.length;
    }
    if (at < part.text.length) parts.push({ kind: 'text', text: part.text.slice(at) });
    return parts;
  });
};
