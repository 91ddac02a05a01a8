import type { TextUnit } from '#libs/documents/formats/opc/text-unit.js';
import { attributeOf } from '#libs/documents/formats/xml/xml-attributes.js';
import type { XmlToken } from '#libs/documents/formats/xml/xml-tokens.js';
import { elementsOf, plainText, serialize, type XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import { sheetPieces } from '../sheet/sheet-pieces.js';
import { SheetZone } from '../sheet/sheet-zone.js';
import type { TextRun } from '../text/rich-text.js';
import { plainOf, segmentText } from '../text/text-segments.js';
import { withValue } from './attribute-texts.js';
import { withText } from './rules.js';

const wanted = { blocks: new Set(['threadedComment']), tags: new Set<string>() };

/** A person who is named in a comment, by the place of the name in its text. */
interface Mention {
  element: XmlElement;
  start: number;
  end: number;
  look: string;
}

const mentionsOf = (comment: XmlElement, length: number): Mention[] => {
  const list = elementsOf(comment).find(({ local }) => local === 'mentions');
  const mentions = (list ? elementsOf(list) : []).map((element, at): Mention => {
    const start = Number(attributeOf(element.attributes, 'startIndex'));
    return { element, start, end: start + Number(attributeOf(element.attributes, 'length')), look: `mention ${at}` };
  });
  const inOrder = mentions.toSorted((a, b) => a.start - b.start);
  return inOrder.filter(({ start, end }, at) => start >= (inOrder[at - 1]?.end ?? 0) && end > start && end <= length);
};

/** The text with each mention as a run of its own look, so that it is a pair of tags. */
const runsOf = (text: string, mentions: readonly Mention[]): TextRun[] => {
  const runs: TextRun[] = [];
  let at = 0;
  for (const { start, end, look } of mentions) {
    runs.push({ text: text.slice(at, start), properties: '' }, { text: text.slice(start, end), properties: look });
    at = end;
  }
  return [...runs, { text: text.slice(at), properties: '' }].filter((run) => run.text !== '');
};

/** The place of a look in the text of some runs. */
const placeOf = (runs: readonly TextRun[], look: string): { start: number; length: number } => {
  const first = runs.findIndex(({ properties }) => properties === look);
  const last = runs.findLastIndex(({ properties }) => properties === look);
  return {
    start: plainOf(runs.slice(0, Math.max(first, 0))).length,
    length: plainOf(runs.slice(first, last + 1)).length,
  };
};

/** Comments that answer each other, and name persons. */
export async function* threadedCommentUnits(
  part: string,
  batches: AsyncIterable<XmlToken[]>,
): AsyncGenerator<TextUnit, void> {
  for await (const pieces of sheetPieces(batches, new SheetZone(), wanted)) {
    for (const piece of pieces) {
      if (piece.kind !== 'block') continue;
      const unit = commentUnit(piece.element, part, piece);
      if (unit !== undefined) yield unit;
    }
  }
}

const commentUnit = (
  comment: XmlElement,
  part: string,
  { start, end }: { start: number; end: number },
): TextUnit | undefined => {
  const element = elementsOf(comment).find(({ local }) => local === 'text');
  if (element === undefined) return undefined;
  const source = plainText(element);
  const mentions = mentionsOf(comment, source.length);
  const { segments, render } = segmentText(runsOf(source, mentions));
  return {
    segments: segments.map((parts) => ({ role: 'note', parts, part })),
    edit(translations) {
      const runs = render(translations);
      if (runs === undefined) return undefined;
      const replacements = new Map([[element, withText(element, plainOf(runs))]]);
      for (const { element: mention, look } of mentions) {
        const place = placeOf(runs, look);
        const moved = withValue(mention.open, mention.attributes, 'startIndex', String(place.start));
        const open = withValue(moved, mention.attributes, 'length', String(place.length));
        replacements.set(mention, serialize({ ...mention, open }));
      }
      return { start, end, text: serialize(comment, replacements) };
    },
  };
};
