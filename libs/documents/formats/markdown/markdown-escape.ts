import { decodeHTMLStrict } from 'entities';
import { pairedMarkup } from '#libs/text/segments/markup-pairs.js';
import type { MarkupToken } from '#libs/text/segments/markup-tokens.js';
import { joinLines } from '../subtitles/subtitle-lines.js';

const written = /\\([!-/:-@[-`{-~])|&(?:[a-zA-Z][a-zA-Z0-9]{1,31}|#\d{1,7}|#[xX][0-9a-fA-F]{1,6});/g;

/** Raw text of one paragraph as it is read: its lines joined, escapes and character references resolved. */
export const decodeMarkdown = (raw: string): string => {
  const text = /[\r\n]/.test(raw) ? joinLines(raw.replace(/([\r\n])[ \t>]+/g, '$1')) : raw;
  if (!/[\\&]/.test(text)) return text;
  return text.replace(written, (found, sign?: string) => sign ?? decodeHTMLStrict(found).replace(/[\r\n]/, ' '));
};

/** A text with backslashes before the signs that would be markup, and before no others. */
export const encodeMarkdown = (text: string): string => {
  if (!/[*_`~[\]<&\\]/.test(text)) return text;
  const { tokens } = pairedMarkup(text);
  const plainBrackets = balancedBrackets(tokens);
  const escaped = tokens.map((token, index) => {
    if (token.kind === 'emphasis') {
      const isMark = token.opens || token.closes || index === 0 || index === tokens.length - 1;
      return isMark ? token.text.replace(/[*_~]/g, '\\$&') : token.text;
    }
    if (token.kind === 'text') return withBackslashes(token.text);
    if (token.kind === 'keep') return keptText(token.text);
    const isBracket = (token.kind === 'open' || token.kind === 'close') && !token.isTag;
    if (!isBracket) return `\\<${encodeMarkdown(token.text.slice(1))}`;
    return plainBrackets.has(index) ? token.text : token.text.replace(/[[\]]/g, '\\$&');
  });
  return escaped.join('');
};

/** Brackets that are closed and are no link. */
const balancedBrackets = (tokens: readonly MarkupToken[]): ReadonlySet<number> => {
  const balanced = new Set<number>();
  const open: number[] = [];
  tokens.forEach((token, index) => {
    if (token.kind === 'open' && token.half === '[') open.push(index);
    if (token.kind !== 'close' || token.half !== '[') return;
    const start = open.pop();
    if (start !== undefined && token.text === ']') balanced.add(start).add(index);
  });
  return balanced;
};

/** A backslash that would escape the sign behind it, or break the line. */
const withBackslashes = (text: string): string =>
  text.length === 2 && text.startsWith('\\') && text !== '\\\\' ? `\\\\\\${text[1]}` : withDoubledBackslashes(text);

const withDoubledBackslashes = (text: string): string =>
  text.replace(/\\(?=[!-/:-@[-`{-~]|$)/g, '\\\\').replaceAll('`', '\\`');

const keptText = (text: string): string => {
  if (text.startsWith('`')) return text.replaceAll('`', '\\`');
  return /^[<&[]/.test(text) ? `\\${text}` : text;
};

/** A text that begins a line, with a backslash before what would begin a heading, a list, a quotation or a table. */
export const escapeLineStart = (text: string): string => {
  if (/^(?:#{1,6}(?:\s|$)|[-+*](?:\s|$)|>|=+\s*$|-+\s*$|~{3}|:(?:::|[ \t])|!!!|\?\?\?|\||\[[^\]]{1,500}\]:)/.test(text))
    return `\\${text}`;
  return text.replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2');
};
