import { decodeXML } from 'entities';
import type { SegmentRole } from '../format.port.js';
import { encodeText } from '../html/html.encoding.js';
import { type InlineItem, type InlineSyntax, piecesOfRun } from '../inline/inline-run.js';
import type { TextCodec } from '../text/text-codec.js';
import type { TextPiece } from '../text/text-walker.js';
import { isSingleWord } from '../values/message-file.js';
import { isWording } from '../values/translatable-value.js';
import { breakMarkup } from '../values/value-markup.js';
import { decodeEscapes, encodeEscapes, hasQuotes, isReference } from './android-escapes.js';

export const edgeSpace = {
  start: /^(?:\s|&#(?:160|32|9|10|13);|&#x(?:a0|20|9|a|d);)/i,
  end: /(?:\s|&#(?:160|32|9|10|13);|&#x(?:a0|20|9|a|d);)$/i,
};
const entity = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-fA-F]{1,6});)[^\s&;<]{1,100};/gu;

/**
 * In texts of Android a line break is written as an escape, signs may be, and tags have references in the place of their brackets.
 */
const androidSign = new RegExp(
  [
    entity.source,
    String.raw`(?<!\\)\\[nt](?:\s{0,9}\\[nt]){0,9}`,
    String.raw`&amp;(?:[a-zA-Z]{2,8}|#\d{1,7}|#x[\da-fA-F]{1,6});`,
    String.raw`(?<!\\)\\u[\da-fA-F]{4}`,
    String.raw`&lt;(?<slash>\/?)(?<name>[a-zA-Z][\w:.-]{0,40})(?<rest>(?:\s(?:[^<>&]|&(?:quot|apos|amp);){0,500})?)(?:&gt;|>)`,
  ].join('|'),
  'gu',
);

const itemOfSign = (raw: string, { slash, name, rest = '' }: Record<string, string | undefined>): InlineItem => {
  if (name === undefined) return { kind: 'single', raw, ...(/^\\[nt]/.test(raw) && { apart: true }) };
  if (rest.endsWith('/') || /^br$/i.test(name)) return { kind: 'single', raw, apart: true };
  return { kind: slash === '/' ? 'close' : 'open', name: `escaped ${name}`, raw };
};

/** Whether an escape stands for a letter, which is part of a word. */
const isLetterEscape = (raw: string): boolean =>
  raw.startsWith('\\u') && /\p{L}/u.test(String.fromCharCode(Number.parseInt(raw.slice(2), 16)));

/** Whether a text refers to an entity of the document type. */
export const hasEntities = (raw: string): boolean => raw.search(entity) !== -1;

/** Text with the entities of the document type as tags: what they stand for is not known here. */
export const itemsOfText = (raw: string, isEscaped = false): InlineItem[] => {
  const items: InlineItem[] = [];
  let from = 0;
  for (const { 0: reference, index, groups = {} } of raw.matchAll(isEscaped ? androidSign : entity)) {
    if (isLetterEscape(reference)) continue;
    if (index > from) items.push({ kind: 'text', raw: raw.slice(from, index) });
    items.push(itemOfSign(reference, groups));
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
  /** The key that it has in a property list, where a value without white space may be an identifier. */
  listKey: string | undefined;
}

/** Keys of the systems of Apple, and those of them whose values readers see. */
const systemKey = /^(?:CF|NS|UI|LS|IT|UT|WK|MK|SK|GK|BG|AS|DT|SU)[A-Z]/;
const shownKey =
  /(?:(?<!Storyboard|Icon|Image|Class|Font|Color|Module|Scene|Configuration|Executable|Domain|Service|File|Nib|Product)Name|Description|Copyright|InfoString|(?:Sub)?[tT]itle|Label|Prompt|Text|Message|FormatKey)$/;

/** Keys of a page of settings whose values are names for programs. */
const settingsKey = /^(?:File|Key|Type|StringsTable|Icon|KeyboardType|AutocapitalizationType|AutocorrectionType)$/;

/** Whether the value of a key in a property list is for programs. */
const isForPrograms = (key: string, value: string): boolean =>
  (settingsKey.test(key) && !/\s/.test(value)) ||
  (systemKey.test(key) && !shownKey.test(key)) ||
  (!isWording(value, false) && (value.length < 2 || !isSingleWord(value)));

/** The segment of a run; a text that is a number, an address or a date stays. */
export const xmlPieces = (
  items: readonly InlineItem[],
  { role, codec, isSpaceKept, isEscaped, listKey }: XmlTextTraits,
): TextPiece[] => {
  const texts = items.slice(
    items.findIndex(({ kind }) => kind === 'text'),
    items.findLastIndex(({ kind }) => kind === 'text') + 1,
  );
  const isText = texts.every(({ kind }) => kind === 'text');
  const whole = isText ? decodeXML(sourceOf(texts)).trim() : '';
  if (isText && (!isWording(whole, true) || (isEscaped && isReference(whole)))) return [sourceOf(items)];
  if (isText && listKey !== undefined && isForPrograms(listKey, whole)) return [sourceOf(items)];
  // In quotes nothing has to be escaped, and outside of them white space is collapsed.
  const isAndroid = isEscaped && !items.some(({ kind, raw }) => kind === 'text' && hasQuotes(decodeXML(raw)));
  const syntax: InlineSyntax = {
    role,
    decode: isAndroid ? (raw) => decodeEscapes(decodeXML(raw)) : decodeXML,
    encode: (text) =>
      encodeText(isAndroid ? encodeEscapes(breakMarkup(text)) : isEscaped ? breakMarkup(text) : text, codec),
    edgeSpace,
    collapse: !isSpaceKept && !(isEscaped && !isAndroid),
  };
  return withoutLoneTags(items).flatMap((part) => (Array.isArray(part) ? piecesOfRun(part, syntax) : [part.raw]));
};
