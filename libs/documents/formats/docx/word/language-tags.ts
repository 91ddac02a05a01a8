import { putAttribute, withAttribute } from '#libs/documents/formats/xml/xml-attributes.js';
import type { XmlToken } from '#libs/documents/formats/xml/xml-tokens.js';
import { type ScriptKind, scriptKind } from '#libs/text/languages/script-kind.js';
import { isWord } from './word-names.js';

/** The new markup of a token, or undefined where it stays as it is. */
export type Relabel = (token: XmlToken) => string | undefined;

const languageElements = new Set(['lang', 'themeFontLang']);
const languageAttributes = new Set(['val', 'eastAsia', 'bidi']);

const primary = (tag: string) => tag.toLowerCase().split(/[-_]/)[0];

/** The attribute whose language Word chooses the font of such a script by, where text or theme name none. */
const attributeOfScript: Record<ScriptKind, string> = { western: 'val', eastAsian: 'eastAsia', complex: 'bidi' };

const ownAttribute = (target: string): string => {
  try {
    return attributeOfScript[scriptKind(new Intl.Locale(target))];
  } catch {
    return 'val';
  }
};

/**
 * Sets language tags that name the source language (`en` and `en-GB` for `en`) to the target, and with them the tag that
 * belongs to the script of the target.
 */
export const relabelLanguage = (source: string, target: string): Relabel | undefined => {
  if (source.toLowerCase() === target.toLowerCase()) return undefined;
  const own = ownAttribute(target);
  return (token) => {
    if (token.kind !== 'open' || !isWord(token) || !languageElements.has(token.local)) return undefined;
    const named = token.attributes.filter(
      ({ local, value }) => languageAttributes.has(local) && primary(value) === primary(source),
    );
    if (named.length === 0) return undefined;
    const tag = named.reduce((tag, { name }) => withAttribute(tag, name, target), token.raw);
    const [first] = named;
    if (own === 'val' || first === undefined) return tag;
    return putAttribute(tag, token.attributes, first.name.slice(0, -first.local.length) + own, target);
  };
};
