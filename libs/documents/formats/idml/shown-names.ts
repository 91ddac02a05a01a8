import { hasLabelWords } from '#libs/documents/formats/label-words.js';
import { attributeOf, withAttribute } from '#libs/documents/formats/xml/xml-attributes.js';
import type { XmlToken } from '#libs/documents/formats/xml/xml-tokens.js';
import { plainText } from '#libs/text/segments/plain-text.js';
import type { Segment, SegmentPart } from '#libs/text/segments/segment.js';
import type { Rewriting } from './idml-rewriting.js';
import { type SegmentPiece, type StoryPiece, sourcePiece } from './story-pieces.js';

type OpenToken = XmlToken & { kind: 'open' };

/** Signs of InDesign in the text of a numbering: `^#` is the number, `^t` a tab, `^1` the number of a level. */
const sign = /(\^(?:[.]|[^\s.]))/;

const segmentOf = (text: string): { parts: Segment; signs: readonly string[] } => {
  const signs: string[] = [];
  const parts = text.split(sign).flatMap((piece): SegmentPart[] => {
    if (piece === '') return [];
    if (!sign.test(piece)) return [{ kind: 'text', text: piece }];
    signs.push(piece);
    return [{ kind: 'single', id: signs.length }];
  });
  return { parts, signs };
};

/** The text of a numbering that a tag gives, where it has words. */
export const numberingText = (token: OpenToken): string | undefined => {
  const text = attributeOf(token.attributes, 'NumberingExpression') ?? '';
  return hasLabelWords(plainText(segmentOf(text).parts)) ? text : undefined;
};

/** A start tag with a text in one of its attributes. `raw`: the tag as it is written in a translation. */
const tagWithText = (token: OpenToken, raw: string, name: string, text: string): SegmentPiece => {
  const { parts, signs } = segmentOf(text.trim());
  return {
    kind: 'segment',
    start: token.start,
    end: token.end,
    role: 'body',
    parts,
    source: [sourcePiece(token.start, raw, token.end, raw !== token.raw)],
    render: (translation) => {
      const written = translation
        .map((part) => ('text' in part ? part.text.replaceAll('^', '') : (signs[part.id - 1] ?? '')))
        .join('');
      return [
        withAttribute(
          raw,
          name,
          text.replace(text.trim(), () => written.trim()),
        ),
      ];
    },
  };
};

/** The pieces of a tag of the styles that a translation changes: the language of a style, and the words of its numbering. */
export const stylePieces = (token: XmlToken, rewriting: Rewriting): StoryPiece[] => {
  if (token.kind !== 'open') return [];
  const raw = rewriting(token);
  const text = numberingText(token);
  if (text !== undefined) return [tagWithText(token, raw, 'NumberingExpression', text)];
  return raw === token.raw ? [] : [sourcePiece(token.start, raw, token.end, true)];
};

/** The name of a topic of the index, or of a bookmark, which readers see in the index and beside the pages. */
export const topicPieces = (token: XmlToken): StoryPiece[] => {
  if (token.kind !== 'open' || (token.local !== 'Topic' && token.local !== 'Bookmark')) return [];
  const name = attributeOf(token.attributes, 'Name') ?? '';
  return hasLabelWords(name) ? [tagWithText(token, token.raw, 'Name', name)] : [];
};
