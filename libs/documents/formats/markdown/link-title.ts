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

/** The end of a link or a picture, `](address "title")`, in pieces of which the title is a segment; undefined without one. */
export const titlePieces = (raw: string, edgeSpace: InlineSyntax['edgeSpace']): TextPiece[] | undefined => {
  if (!raw.endsWith(')')) return undefined;
  const start = beforeTitle.exec(raw)?.[0].length ?? raw.length;
  const title = raw.slice(start, -1).trimEnd();
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
