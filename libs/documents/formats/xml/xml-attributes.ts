import { escapeXmlAttribute } from '#libs/text/xml-escape.js';
import type { XmlAttribute } from './xml-tokens.js';

export const attributeOf = (attributes: readonly XmlAttribute[], local: string): string | undefined =>
  attributes.find((attribute) => attribute.local === local)?.value;

/** The start tag with another value for one of its attributes (by its name as written). */
export const withAttribute = (tag: string, name: string, value: string): string => {
  const escapedName = name.replace(/[.\\$^*+?()[\]{}|]/g, '\\$&');
  const pattern = new RegExp(`(\\s${escapedName}\\s*=\\s*)(?:"[^"]*"|'[^']*')`);
  return tag.replace(pattern, (_whole, before: string) => `${before}"${escapeXmlAttribute(value)}"`);
};
