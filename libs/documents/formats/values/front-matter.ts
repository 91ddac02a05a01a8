import { plainText } from '#libs/text/segments/plain-text.js';
import type { Line } from '../text/lines.js';
import type { TextPiece } from '../text/text-walker.js';
import { decodeScalar, encodeScalar, needsQuotes, type ScalarStyle } from './yaml-scalar.js';

/** UTF-16 code units of the metadata before a text, at most; longer ones are no metadata. */
export const maxFrontMatter = 64 * 1024;

/** Entries that pages, lists of pages and previews show; names with more than one word are written in two ways. */
const entry =
  /^(?:title|description|summary|subtitle|excerpt|abstract|tagline|(?:link|short|seo|sidebar)[_-]?title|(?:sidebar|nav|pagination)[_-]label)(?:[ \t]*:[ \t]+|[ \t]*=[ \t]*(?=["']))/i;
/** The place of the quote that ends a scalar in quotes; -1 where none does. */
const closingQuote = (text: string, quote: string): number => {
  for (let at = 1; at < text.length; at += 1) {
    if (quote === '"' && text[at] === '\\') at += 1;
    else if (text[at] === quote && quote === "'" && text[at + 1] === quote) at += 1;
    else if (text[at] === quote) return at;
  }
  return -1;
};

/** A scalar and how it is written; undefined for anything else, and for one that a comment follows within its words. */
const scalarIn = (text: string): { source: string; raw: string; style: ScalarStyle } | undefined => {
  const quote = text[0] ?? '';
  if (quote === '"' || quote === "'") {
    const end = closingQuote(text, quote);
    const rest = text.slice(end + 1);
    if (end === -1 || !(rest === '' || /^[ \t]+#/.test(rest))) return undefined;
    return { source: text.slice(0, end + 1), raw: text.slice(1, end), style: quote === '"' ? 'double' : 'single' };
  }
  return /^[\s[\]{}>|&*!%@`#,]|\s#|:\s|:$/.test(text) ? undefined : { source: text, raw: text, style: 'plain' };
};

/** The lines between which metadata stands, in YAML and in TOML. */
export const frontMatterFence = /^(?:---|\+\+\+)[ \t]*$/;

/** Whether a line ends metadata that began with another one. */
export const endsFrontMatter = (line: string, first: string): boolean =>
  first.startsWith('+') ? /^\+\+\+[ \t]*$/.test(line) : /^(?:---|\.\.\.)[ \t]*$/.test(line);

/** The title and the description that the metadata of a text gives; all else of it is copied. */
export const frontMatterPieces = (lines: readonly Line[]): TextPiece[] =>
  lines.flatMap(({ text, end }): TextPiece[] => {
    const key = entry.exec(text)?.[0];
    return key === undefined ? [text + end] : entryPieces({ text, end }, key);
  });

/** An entry of metadata whose value, behind `key`, is translated where it stands on its line. */
export const entryPieces = ({ text, end }: Line, key: string): TextPiece[] => {
  const scalar = scalarIn(text.slice(key.length).trimEnd());
  if (!scalar || !/\p{L}/u.test(scalar.raw)) return [text + end];
  const { source, raw, style } = scalar;
  return [key, titlePiece(source, raw, style), text.slice(key.length + source.length) + end];
};

const titlePiece = (source: string, raw: string, style: ScalarStyle): TextPiece => ({
  role: 'title',
  parts: [{ kind: 'text', text: decodeScalar(raw, style).trim().toWellFormed() }],
  source,
  render: (translation) => {
    const text = plainText(translation).trim();
    const isQuoted = style !== 'plain' || needsQuotes(text, false);
    const quoting = style === 'single' ? 'single' : 'double';
    const quote = quoting === 'single' ? "'" : '"';
    return isQuoted ? `${quote}${encodeScalar(text, quoting)}${quote}` : text;
  },
});
