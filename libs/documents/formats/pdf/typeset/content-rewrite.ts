import type { MarkedContent, ShownGlyph, ShowOperator } from '../content/show-operator.js';
import { serializeValue } from '../objects/pdf-serializer.js';
import { type PdfDictionary, textString } from '../objects/pdf-values.js';
import { withoutGlyphs } from './removal.js';

/** A piece of a content and what takes its place. */
export interface ContentEdit {
  start: number;
  end: number;
  operators: string;
}

/**
 * A content without some glyphs, and with operators before some of those that showed them, and other edits; marked content
 * in which words were replaced names `language`.
 */
export const rewriteContent = (
  bytes: Uint8Array,
  shows: readonly ShowOperator[],
  removed: ReadonlySet<ShownGlyph>,
  inserted: ReadonlyMap<ShowOperator, string>,
  others: readonly ContentEdit[],
  language: string,
): Uint8Array => {
  const edits = [...showEdits(shows, removed, inserted), ...markedContentEdits(shows, removed, language), ...others];
  edits.sort((one, other) => one.start - other.start);
  const chunks: Uint8Array[] = [];
  let from = 0;
  for (const { start, end, operators } of edits) {
    if (start < from) continue;
    chunks.push(bytes.subarray(from, start), Buffer.from(`\n${operators}\n`, 'latin1'));
    from = end;
  }
  chunks.push(bytes.subarray(from));
  return Buffer.concat(chunks);
};

const showEdits = (
  shows: readonly ShowOperator[],
  removed: ReadonlySet<ShownGlyph>,
  inserted: ReadonlyMap<ShowOperator, string>,
): ContentEdit[] => {
  const edits: ContentEdit[] = [];
  let chain = -1;
  let isGoneOnFrom = false;
  for (const show of shows.toReversed()) {
    if (show.chain !== chain) isGoneOnFrom = false;
    chain = show.chain;
    const left = show.glyphs.filter((glyph) => !removed.has(glyph)).length;
    const before = inserted.get(show);
    if (left < show.glyphs.length || before !== undefined) {
      const operators = [before ?? '', withoutGlyphs(show, removed, isGoneOnFrom)].filter((part) => part !== '');
      edits.push({ start: show.start, end: show.end, operators: operators.join('\n') });
    }
    if (left > 0 || show.glyphs.length === 0) isGoneOnFrom = true;
    // What begins a line of its own does not go on from where another ended.
    if (show.before !== '') isGoneOnFrom = false;
  }
  return edits;
};

/** Marked content of which some words are gone says no more what stood for them. */
const markedContentEdits = (
  shows: readonly ShowOperator[],
  removed: ReadonlySet<ShownGlyph>,
  language: string,
): ContentEdit[] => {
  const edits = new Map<number, ContentEdit>();
  for (const { marked, glyphs } of shows)
    if (marked && glyphs.some((glyph) => removed.has(glyph)))
      for (let span: MarkedContent | undefined = marked; span && !edits.has(span.start); span = span.outer)
        edits.set(span.start, { start: span.start, end: span.end, operators: withoutTexts(span, language) });
  return [...edits.values()];
};

const withoutTexts = ({ tag, properties }: MarkedContent, language: string): string => {
  const rest: PdfDictionary = new Map(properties);
  rest.delete('ActualText');
  rest.delete('E');
  if (rest.has('Lang')) rest.set('Lang', textString(language));
  return `${serializeValue(tag)} ${serializeValue(rest)} BDC`;
};
