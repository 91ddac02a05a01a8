import { escapeXmlAttribute } from '#libs/text/xml-escape.js';
import { attributeValue } from './xml-text.js';
import type { XmlAttribute } from './xml-tokens.js';

export const attributeOf = (attributes: readonly XmlAttribute[], local: string): string | undefined =>
  attributes.find((attribute) => attribute.local === local)?.value;

const attributeNamed = (name: string): RegExp => {
  const escapedName = name.replace(/[.\\$^*+?()[\]{}|]/g, '\\$&');
  return new RegExp(`(\\s${escapedName}\\s*=\\s*)("[^"]*"|'[^']*')`);
};

/** The value of an attribute (by its name as written) as the start tag `tag` has it. */
export const valueIn = (tag: string, name: string): string | undefined => {
  const [, , quoted] = attributeNamed(name).exec(tag) ?? [];
  return quoted === undefined ? undefined : attributeValue(quoted.slice(1, -1));
};

/** The start tag with another value for one of its attributes (by its name as written). */
export const withAttribute = (tag: string, name: string, value: string): string =>
  tag.replace(attributeNamed(name), (_whole, before: string) => `${before}"${escapeXmlAttribute(value)}"`);

/** The start tag `tag` with a value for one of its attributes, which it may lack. */
export const putAttribute = (tag: string, attributes: readonly XmlAttribute[], name: string, value: string): string => {
  if (attributes.some((attribute) => attribute.name === name)) return withAttribute(tag, name, value);
  const end = tag.endsWith('/>') ? tag.length - 2 : tag.length - 1;
  return `${tag.slice(0, end).trimEnd()} ${name}="${escapeXmlAttribute(value)}"${tag.slice(end)}`;
};
