import type { XmlAttribute } from '../xml/xml-tokens.js';

/** Whether an element of a file of `resources` is a text of Android, which has escapes of its own. */
export const isAndroidText = (root: string, local: string, attributes: readonly XmlAttribute[]): boolean => {
  const isNamed = attributes.some(({ name }) => name === 'name');
  return root === 'resources' && (isNamed ? local === 'string' : local === 'item');
};

/** Whether a text has a quotation mark or an apostrophe that is not escaped. */
export const hasQuotes = (text: string): boolean => /['"]/.test(text.replace(/\\./gs, ''));

/** The text without the escapes of signs that would mean something else; line breaks and numbers stay as they are written. */
export const decodeEscapes = (text: string): string => text.replace(/\\(['"@?])/g, '$1');

export const encodeEscapes = (text: string): string => text.replace(/['"]|^[@?]/g, '\\$&');
