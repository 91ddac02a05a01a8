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
