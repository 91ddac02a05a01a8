import type { Token } from 'parse5';
import { plainText } from '#libs/text/segments/plain-text.js';
import type { SegmentRole } from '../format.port.js';
import { piecesOfRun } from '../inline/inline-run.js';
import { maxSegmentLength } from '../text/sentence-cut.js';
import type { TextCodec } from '../text/text-codec.js';
import type { TextPiece } from '../text/text-walker.js';
import { holdsMarkup } from '../values/value-markup.js';
import { valuePieces } from '../values/value-pieces.js';
import { attributeValue } from './attribute-value.js';
import { decodeAttribute, edgeSpace, encodeAttribute, encodeQuotes } from './html.encoding.js';
import type { TagEdit } from './tag-edits.js';

export interface AttributeEdit extends TagEdit {
  name: string;
}

/** Attributes that a browser shows or reads aloud, wherever they stand. */
const everywhere = new Set([
  'title',
  'aria-label',
  'aria-description',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
]);

/** Elements without text for readers. A `title` of a `link` or a `style` is the name of a style sheet. */
const unseen = new Set(['base', 'link', 'param', 'script', 'source', 'style']);

/** Metadata that search engines and link previews show of a page. */
const shownMetadata =
  /^(?:description|keywords|og:title|og:description|og:image:alt|twitter:title|twitter:description|twitter:image:alt)$/i;

const valueIn = ({ attrs }: Token.TagToken, name: string): string =>
  attrs
    .find((attribute) => attribute.name === name)
    ?.value.trim()
    .toLowerCase() ?? '';

const isShown = (token: Token.TagToken, name: string, translateAltText: boolean): boolean => {
  const { tagName: element } = token;
  if (element === 'meta') {
    return (
      name === 'content' && [valueIn(token, 'name'), valueIn(token, 'property')].some((n) => shownMetadata.test(n))
    );
  }
  if (unseen.has(element)) return false;
  if (everywhere.has(name)) return true;
  const isInput = (...types: readonly string[]): boolean =>
    element === 'input' && types.includes(valueIn(token, 'type'));
  if (name === 'alt') return translateAltText && (element === 'img' || element === 'area' || isInput('image'));
  if (name === 'placeholder') return element === 'input' || element === 'textarea';
  // <TabItem label="…"> of Docusaurus and Astro
  if (name === 'label') return /^(?:option|optgroup|track|tabitem|tab)$/.test(element);
  return name === 'value' && isInput('button', 'submit', 'reset');
};

/** Whether a value in quotes has tags of its own, unescaped as our translations never have them. */
const isMarkup = (raw: string): boolean => raw.includes('<') && holdsMarkup(raw);

/** The segments in the attributes of a tag. */
export const attributeEdits = (
  token: Token.TagToken,
  raw: string,
  translateAltText: boolean,
  codec: TextCodec,
): AttributeEdit[] =>
  token.attrs.flatMap(({ name }): AttributeEdit[] => {
    if (!isShown(token, name, translateAltText)) return [];
    const value = attributeValue(token, raw, name);
    if (!value || value.end === value.start || value.end - value.start > maxSegmentLength) return [];
    const encode = (text: string): string => {
      const encoded = encodeAttribute(text, codec);
      return value.quote === '' ? `"${encoded}"` : encoded;
    };
    const role: SegmentRole = token.tagName === 'meta' ? 'title' : 'alt_text';
    const text = raw.slice(value.start, value.end);
    const pieces =
      value.quote !== '' && isMarkup(text)
        ? valuePieces(
            { raw: text, text },
            { role, decode: (part) => part, encode: (part) => encodeQuotes(part, codec) },
          )
        : piecesOfRun([{ kind: 'text', raw: text }], {
            role,
            decode: decodeAttribute,
            encode,
            edgeSpace,
            collapse: true,
          });
    return [{ name, start: value.start, end: value.end, pieces }];
  });

/**
 * A picture as its alternative text. Its segments are those of the tag; such as have no place in the text are left out
 * when they are translated.
 */
export const alternativeText = (
  token: Token.TagToken,
  edits: readonly AttributeEdit[],
  encode: (text: string) => string,
): TextPiece[] => {
  const alternative = encode(token.attrs.find(({ name }) => name === 'alt')?.value.trim() ?? '');
  let isTranslated = false;
  const segments = edits
    .toSorted((one, other) => one.start - other.start)
    .flatMap(({ name, pieces }) => pieces.map((piece) => ({ name, piece })))
    .flatMap(({ name, piece }): TextPiece[] => {
      if (typeof piece === 'string') return [];
      if (name !== 'alt') return [{ ...piece, source: '', render: () => '' }];
      isTranslated = true;
      return [{ ...piece, source: alternative, render: (translation) => encode(plainText(translation)) }];
    });
  return [' ', ...(isTranslated ? segments : [alternative, ...segments]), ' '];
};
