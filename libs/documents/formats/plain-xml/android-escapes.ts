import type { DataValue } from '../values/value-pieces.js';
import type { XmlAttribute } from '../xml/xml-tokens.js';

/** Whether an element of a file of `resources` is a text of Android, which has escapes of its own. */
export const isAndroidText = (root: string, local: string, attributes: readonly XmlAttribute[]): boolean => {
  const isNamed = attributes.some(({ name }) => name === 'name');
  const isString = attributes.some(({ name, value }) => name === 'type' && value === 'string');
  return root === 'resources' && (isNamed ? local === 'string' || isString : local === 'item');
};

const reference =
  /^(?:@(?:null|empty)|[@?]\+?(?:[\w.]{1,80}:)?[a-z]\w{0,40}\/[\w.]{1,120}|\?(?:[\w.]{1,80}:)?[a-z]\w{0,80})$/;

/** Whether a text names another resource, whose value it has: `@string/x`, `@android:string/ok`, `?attr/x`. */
export const isReference = (text: string): boolean => reference.test(text);

/** Whether a text has a quotation mark or an apostrophe that is not escaped. */
export const hasQuotes = (text: string): boolean => /['"]/.test(text.replace(/\\./gs, ''));

/** The text without the escapes of signs that would mean something else, and of letters; line breaks stay as they are written. */
export const decodeEscapes = (text: string): string =>
  text.replace(/\\(?:(['"@?])|u([\da-fA-F]{4}))/g, (_all, sign?: string, code?: string) =>
    code === undefined ? (sign ?? '') : String.fromCharCode(Number.parseInt(code, 16)),
  );

const written = /\\(?:u[\da-fA-F]{4}|[^u])/g;
const signs: Readonly<Record<string, string>> = { n: '\n', t: '\t' };

/** A text with escapes as a value, with the place of each of its characters; line breaks and tabs are what they stand for. */
export const escapedValue = (raw: string): DataValue => {
  const places: number[] = [];
  let text = '';
  let from = 0;
  const add = (part: string, start: number, isOne: boolean): void => {
    for (let at = 0; at < part.length; at += 1) places.push(isOne ? start : start + at);
    text += part;
  };
  for (const { 0: sign, index } of raw.matchAll(written)) {
    add(raw.slice(from, index), from, false);
    add(signs[sign[1] ?? ''] ?? decodeEscapes(sign), index, true);
    from = index + sign.length;
  }
  add(raw.slice(from), from, false);
  return { raw, text, places: Uint32Array.from([...places, raw.length]) };
};

export const encodeEscapes = (text: string): string => text.replace(/['"]|^[@?]/g, '\\$&');
