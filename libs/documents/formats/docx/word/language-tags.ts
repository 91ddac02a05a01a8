import { withAttribute } from '#libs/documents/formats/xml/xml-attributes.js';
import type { XmlToken } from '#libs/documents/formats/xml/xml-tokens.js';
import { isWord } from './word-names.js';

/** The new markup of a token, or undefined where it stays as it is. */
export type Relabel = (token: XmlToken) => string | undefined;

const languageElements = new Set(['lang', 'themeFontLang']);
const languageAttributes = new Set(['val', 'eastAsia', 'bidi']);
const rightToLeftScripts = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa']);

const primary = (tag: string) => tag.toLowerCase().split(/[-_]/)[0];

/** Sets language tags that name the source language (`en` and `en-GB` for `en`) to the target. */
export const relabelLanguage = (source: string, target: string): Relabel | undefined => {
  if (source.toLowerCase() === target.toLowerCase()) return undefined;
  return (token) => {
    if (token.kind !== 'open' || !isWord(token) || !languageElements.has(token.local)) return undefined;
    const named = token.attributes.filter(
      ({ local, value }) => languageAttributes.has(local) && primary(value) === primary(source),
    );
    if (named.length === 0) return undefined;
    return named.reduce((tag, { name }) => withAttribute(tag, name, target), token.raw);
  };
};

export const isRightToLeft = (tag: string): boolean => {
  try {
    return rightToLeftScripts.has(new Intl.Locale(tag).maximize().script ?? '');
  } catch {
    return false;
  }
};
