import type { Token } from 'parse5';

/** The place of an attribute's value in its raw tag; undefined for an attribute without one. */
export interface AttributeValue {
  start: number;
  end: number;
  /** `"`, `'` or nothing. */
  quote: string;
}

export const attributeValue = (token: Token.TagToken, raw: string, name: string): AttributeValue | undefined => {
  const place = token.location?.attrs?.[name];
  if (!place || !token.location) return undefined;
  const from = place.startOffset - token.location.startOffset;
  const attribute = raw.slice(from, place.endOffset - token.location.startOffset);
  const [before, quote = ''] = /^[^=]*=\s*(["']?)/.exec(attribute) ?? [];
  if (before === undefined) return undefined;
  const start = from + before.length;
  return { start, end: from + attribute.length - quote.length, quote };
};

/**
 * The tag with the language tags that name the source language set to the target. Subtags of the source (`en-GB`) say
 * nothing of the target, and go.
 */
export const withTargetLanguage = (
  token: Token.TagToken,
  raw: string,
  { source, target }: { source: string; target: string },
): string => {
  let tag = raw;
  for (const name of languageAttributes(token)) {
    const value = attributeValue(token, raw, name);
    const language = value && raw.slice(value.start, value.end).trim();
    if (!value || !language || primary(language) !== primary(source) || primary(language) === primary(target)) continue;
    const shift = tag.length - raw.length;
    tag = tag.slice(0, value.start + shift) + target + tag.slice(value.end + shift);
  }
  return tag;
};

const primary = (tag: string): string => tag.toLowerCase().split(/[-_]/)[0] ?? '';

/** The language attributes of a tag, in the order in which they stand in it. */
const languageAttributes = ({ tagName, attrs }: Token.TagToken): string[] => {
  const isLanguage = (name: string): boolean => name === 'lang' || name === 'xml:lang';
  const isDeclaration =
    tagName === 'meta' && attrs.some(({ name, value }) => name === 'http-equiv' && /^content-language$/i.test(value));
  return attrs.map(({ name }) => name).filter((name) => isLanguage(name) || (isDeclaration && name === 'content'));
};

/** Metadata that search engines and link previews show of a page. */
const shownMetadata = /^(?:description|og:title|og:description|twitter:title|twitter:description)$/i;

export const isShownMetadata = ({ tagName, attrs }: Token.TagToken): boolean =>
  tagName === 'meta' &&
  attrs.some(({ name, value }) => (name === 'name' || name === 'property') && shownMetadata.test(value.trim()));
