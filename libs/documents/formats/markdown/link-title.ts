import { type InlineSyntax, piecesOfRun } from '../inline/inline-run.js';
import type { TextPiece } from '../text/text-walker.js';
import { decodeMarkdown } from './markdown-escape.js';

/** The end of a link up to its title: the bracket, the address and the space behind it. */
const beforeTitle = /^\]\(\s*(?:<[^<>\n]*>|[^\s<]\S*)\s+/;
/** UTF-16 code units of a title, at most: a longer translation of a longer one would not be read as a title. */
const maxLength = 250;

const signs: Readonly<Record<string, string>> = { '"': '&quot;', "'": '&#39;' };

/** A text between the quotes of a title, in which nothing ends it or is taken for an escape. */
const encodeTitle = (text: string): string =>
  text.replace(/[\r\n]/g, ' ').replace(/["']|[\\&|]/g, (sign) => signs[sign] ?? `\\${sign}`);

/** A definition of a link up to its title: `[label]: address "title"`. */
const definition = /^\[[^\]^!][^\]]{0,500}\]:[ \t]*(?:<[^<>\n]*>|[^\s<]\S*)[ \t]+(?=["'])/;
/** An attribute that readers see, in braces behind a picture: `{#fig-a fig-alt="A ship"}`. */
const shownAttribute = /([{ \t](?:title|(?:fig|tbl|lst)-(?:sub)?cap|fig-alt|alt)=)("[^"\n]{1,500}"|'[^'\n]{1,500}')/g;

/** The end of a link or a picture, `](address "title")`, in pieces of which the title is a segment; undefined without one. */
export const titlePieces = (raw: string, edgeSpace: InlineSyntax['edgeSpace']): TextPiece[] | undefined => {
  if (!raw.endsWith(')')) return undefined;
  return quotedPieces(raw, beforeTitle.exec(raw)?.[0].length ?? raw.length, raw.length - 1, edgeSpace);
};

/** The definition of a link in pieces of which the title is a segment; undefined for any other line. */
export const definitionPieces = (line: string, edgeSpace: InlineSyntax['edgeSpace']): TextPiece[] | undefined => {
  const start = definition.exec(line)?.[0].length;
  return start === undefined ? undefined : quotedPieces(line, start, line.length, edgeSpace);
};

/** Attributes in braces in pieces of which those that readers see are segments; undefined without any, and for what a template reads, as it is. */
export const attributePieces = (raw: string, edgeSpace: InlineSyntax['edgeSpace']): TextPiece[] | undefined => {
  if (/^\{[{%]/.test(raw)) return undefined;
  const pieces: TextPiece[] = [];
  let from = 0;
  for (const { 0: all, 1: name = '', index } of raw.matchAll(shownAttribute)) {
    const start = index + name.length;
    const found = quotedPieces(raw.slice(from, index + all.length), start - from, index + all.length - from, edgeSpace);
    if (found === undefined) continue;
    pieces.push(...found);
    from = index + all.length;
  }
  return from === 0 ? undefined : [...pieces, raw.slice(from)];
};

/** A text of which the part between two places is a title in quotes, if it is one. */
const quotedPieces = (
  raw: string,
  start: number,
  end: number,
  edgeSpace: InlineSyntax['edgeSpace'],
): TextPiece[] | undefined => {
  const title = raw.slice(start, end).trimEnd();
  const text = title.slice(1, -1);
  const isQuoted = title.length > 2 && title[0] !== undefined && title[0] in signs && title.endsWith(title[0]);
  if (!isQuoted || text.length > maxLength) return undefined;
  const pieces = piecesOfRun([{ kind: 'text', raw: text }], {
    role: 'alt_text',
    decode: decodeMarkdown,
    encode: encodeTitle,
    edgeSpace,
    collapse: true,
  });
  return [raw.slice(0, start + 1), ...pieces, raw.slice(start + 1 + text.length)];
};
