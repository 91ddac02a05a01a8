import type { TextCodec } from '../text/text-codec.js';
import type { TextPiece } from '../text/text-walker.js';
import { isWording } from '../values/translatable-value.js';
import { type ValueSyntax, valuePieces } from '../values/value-pieces.js';
import { decodeEscapes, encodeEscapes, escapedValue } from './android-escapes.js';

const [start, end] = ['<![CDATA[', ']]>'];

/** A section of character data is a text of its own; the HTML in it is tags. In texts of Android it has their escapes. */
export const characterDataPieces = (raw: string, codec: TextCodec, isEscaped = false): TextPiece[] => {
  const text = raw.slice(start.length, -end.length);
  const encode = (one: string): string => referred(one.replaceAll(end, `]]${end}${start}>`), codec);
  const syntax: ValueSyntax = isEscaped
    ? { role: 'body', decode: decodeEscapes, encode: (one) => encode(encodeEscapes(one)) }
    : { role: 'body', decode: (one) => one, encode };
  const value = isEscaped ? escapedValue(text) : { raw: text, text };
  const pieces = isWording(value.text, true) ? valuePieces(value, syntax) : [text];
  return [start, ...pieces, end];
};

/** A text in which characters that the encoding lacks are references, between two sections. */
const referred = (text: string, codec: TextCodec): string => {
  if (codec.unicode || codec.canEncode(text)) return text;
  let written = '';
  for (const character of text)
    written += codec.canEncode(character) ? character : `${end}&#${character.codePointAt(0)};${start}`;
  return written;
};
