import { decodeXML } from 'entities';
import type { SegmentRole } from '../format.port.js';
import { encodeText } from '../html/html.encoding.js';
import { type InlineItem, type InlineSyntax, piecesOfRun } from '../inline/inline-run.js';
import type { TextCodec } from '../text/text-codec.js';
import type { TextPiece } from '../text/text-walker.js';
import { isWording } from '../values/translatable-value.js';
import { decodeEscapes, encodeEscapes, hasQuotes } from './android-escapes.js';

export const edgeSpace = {
  start: /^(?:\s|&#(?:160|32|9|10|13);|&#x(?:a0|20|9|a|d);)/i,
  end: /(?:\s|&#(?:160|32|9|10|13);|&#x(?:a0|20|9|a|d);)$/i,
};
const entity = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-fA-F]{1,6});)[^\s&;<]{1,100};/gu;

/** In texts of Android a line break is written as an escape. */
const entityOrBreak = new RegExp(String.raw`${entity.source}|(?<!\\)\\n(?:\s{0,9}\\n){0,9}`, 'gu');

/** Text with the entities of the document type as tags: what they stand for is not known here. */
export const itemsOfText = (raw: string, isEscaped = false): InlineItem[] => {
  const items: InlineItem[] = [];
  let from = 0;
  for (const { 0: reference, index } of raw.matchAll(isEscaped ? entityOrBreak : entity)) {
    if (index > from) items.push({ kind: 'text', raw: raw.slice(from, index) });
    items.push({ kind: 'single', raw: reference, ...(reference.startsWith('\\') && { apart: true }) });
    from = index + reference.length;
  }
  if (from < raw.length) items.push({ kind: 'text', raw: raw.slice(from) });
  return items;
};

export const sourceOf = (items: readonly InlineItem[]): string => items.map(({ raw }) => raw).join('');

/** Runs between tags whose other half is in another segment: words move within a segment, and these would change their order. */
const withoutLoneTags = (items: readonly InlineItem[]): (InlineItem[] | InlineItem)[] => {
  const open: number[] = [];
  const paired = new Set<number>();
  items.forEach(({ kind }, at) => {
    if (kind === 'open') open.push(at);
    const partner = kind === 'close' ? open.pop() : undefined;
    if (partner !== undefined) paired.add(partner).add(at);
  });
  const runs: (InlineItem[] | InlineItem)[] = [];
  for (const [at, item] of items.entries()) {
    const last = runs.at(-1);
    if ((item.kind === 'open' || item.kind === 'close') && !paired.has(at)) runs.push(item);
    else if (Array.isArray(last)) last.push(item);
    else runs.push([item]);
  }
  return runs;
};

export interface XmlTextTraits {
  role: SegmentRole;
  codec: TextCodec;
  isSpaceKept: boolean;
  isEscaped: boolean;
}

/** The segment of a run; a text that is a number, an address or a date stays. */
export const xmlPieces = (
  items: readonly InlineItem[],
  { role, codec, isSpaceKept, isEscaped }: XmlTextTraits,
): TextPiece[] => {
  const isText = items.every(({ kind }) => kind === 'text');
  if (isText && !isWording(decodeXML(sourceOf(items)), true)) return [sourceOf(items)];
  // In quotes nothing has to be escaped, and outside of them white space is collapsed.
  const isAndroid = isEscaped && !items.some(({ kind, raw }) => kind === 'text' && hasQuotes(decodeXML(raw)));
  const syntax: InlineSyntax = {
    role,
    decode: isAndroid ? (raw) => decodeEscapes(decodeXML(raw)) : decodeXML,
    encode: (text) => encodeText(isAndroid ? encodeEscapes(text) : text, codec),
    edgeSpace,
    collapse: !isSpaceKept,
  };
  return withoutLoneTags(items).flatMap((part) => (Array.isArray(part) ? piecesOfRun(part, syntax) : [part.raw]));
};
