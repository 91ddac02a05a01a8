import type { Token } from 'parse5';
import { isRightToLeft } from '#libs/text/languages/text-direction.js';
import type { TextPiece } from '../text/text-walker.js';
import { attributeValue } from './attribute-value.js';

/** A replacement of a part of a raw tag. */
export interface TagEdit {
  start: number;
  end: number;
  pieces: readonly TextPiece[];
}

export interface Languages {
  source: string;
  target: string;
}

/** The tag in pieces, with its edits in the order in which they stand. */
export const editedTag = (raw: string, edits: readonly TagEdit[]): TextPiece[] => {
  const pieces: TextPiece[] = [];
  let from = 0;
  for (const { start, end, pieces: inner } of edits.toSorted((one, other) => one.start - other.start)) {
    pieces.push(raw.slice(from, start), ...inner);
    from = end;
  }
  return [...pieces, raw.slice(from)];
};

/**
 * Sets the language tags that name the source language to the target. Subtags of the source (`en-GB`) say nothing of
 * the target, and go.
 */
export const languageEdits = (token: Token.TagToken, raw: string, { source, target }: Languages): TagEdit[] =>
  languageAttributes(token).flatMap((name): TagEdit[] => {
    const value = attributeValue(token, raw, name);
    const language = value && raw.slice(value.start, value.end).trim();
    if (!value || !language || primary(language) !== primary(source) || primary(language) === primary(target))
      return [];
    return [{ start: value.start, end: value.end, pieces: [target] }];
  });

const primary = (tag: string): string => tag.toLowerCase().split(/[-_]/)[0] ?? '';

/** The language attributes of a tag. */
const languageAttributes = ({ tagName, attrs }: Token.TagToken): string[] => {
  const isLanguage = (name: string): boolean => name === 'lang' || name === 'xml:lang';
  const isDeclaration =
    tagName === 'meta' && attrs.some(({ name, value }) => name === 'http-equiv' && /^content-language$/i.test(value));
  return attrs.map(({ name }) => name).filter((name) => isLanguage(name) || (isDeclaration && name === 'content'));
};

/** The direction of the target, on `html` in any case and on `body` where it names that of the source. */
export const directionEdits = (token: Token.TagToken, raw: string, { source, target }: Languages): TagEdit[] => {
  const { tagName: name } = token;
  if ((name !== 'html' && name !== 'body') || isRightToLeft(source) === isRightToLeft(target)) return [];
  const [from, to] = isRightToLeft(target) ? ['ltr', 'rtl'] : ['rtl', 'ltr'];
  const value = attributeValue(token, raw, 'dir');
  if (value) {
    const isOfSource = raw.slice(value.start, value.end).trim().toLowerCase() === from;
    return isOfSource ? [{ start: value.start, end: value.end, pieces: [to] }] : [];
  }
  const isNamed = token.attrs.some((attribute) => attribute.name === 'dir');
  if (name === 'body' || to === 'ltr' || isNamed) return [];
  const behindName = '<html'.length;
  return [{ start: behindName, end: behindName, pieces: [` dir="${to}"`] }];
};
