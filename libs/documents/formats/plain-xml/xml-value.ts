import { decodeXML } from 'entities';
import { encodeText } from '../html/html.encoding.js';
import type { TextCodec } from '../text/text-codec.js';
import type { TextPiece } from '../text/text-walker.js';
import { type DataValue, valuePieces } from '../values/value-pieces.js';

const reference = /&(?:[a-z]{2,4}|#\d{1,7}|#x[\da-f]{1,6});/gi;

/** A text between two tags as a value, with the place of each of its characters. */
export const xmlValue = (raw: string): DataValue => {
  if (!raw.includes('&')) return { raw, text: raw };
  const places: number[] = [];
  let text = '';
  const add = (part: string, place: (at: number) => number): void => {
    for (let at = 0; at < part.length; at += 1) places.push(place(at));
    text += part;
  };
  let from = 0;
  for (const { 0: written, index } of raw.matchAll(reference)) {
    const start = from;
    add(raw.slice(start, index), (at) => start + at);
    add(decodeXML(written), () => index);
    from = index + written.length;
  }
  add(raw.slice(from), (at) => from + at);
  return { raw, text, places: Uint32Array.from([...places, raw.length]) };
};

/** A text whose HTML has references in the place of its brackets: a text of its own, with that HTML as tags. */
export const escapedHtmlPieces = (raw: string, codec: TextCodec): TextPiece[] =>
  valuePieces(xmlValue(raw), { role: 'body', decode: decodeXML, encode: (text) => encodeText(text, codec) });
