import { sharedFolderSpan } from './file-names.js';
import { htmlTag } from './html-tag.js';
import { protectedSpan } from './protected-spans.js';

/** A sign of markup, a stretch of text, or a part that stays as it is. */
export type MarkupToken =
  | { kind: 'text' | 'keep' | 'single'; text: string }
  /** `half` is a key that both halves share; a lone half of a sign that is no tag is text. */
  | { kind: 'open' | 'close'; text: string; half: string; isTag: boolean; isKept: boolean }
  /** A run of `*`, `_` or `~`, which may open or close. */
  | { kind: 'emphasis'; text: string; opens: boolean; closes: boolean };

const alternatives = {
  share: sharedFolderSpan,
  escaped: String.raw`\\[*_\x60~[\]<>|#!\\]`,
  code: String.raw`\x60+`,
  comment: '<!--',
  tag: htmlTag,
  address: String.raw`<(?:[a-zA-Z][a-zA-Z0-9+.-]{1,31}:[^\s<>]{1,2000}|[^\s<>@]{1,64}@[^\s<>@]{1,255})>`,
  entity: String.raw`&(?:[a-zA-Z][a-zA-Z0-9]{1,31}|#\d{1,7}|#[xX][0-9a-fA-F]{1,6});`,
  linkEnd: String.raw`\](?:\((?:[^()\s\\<>]|\\.|\([^()\s]{0,500}\)|<[^<>\n]{0,500}>){0,2000}(?:\s{1,9}(?:"[^"]{0,500}"|'[^']{0,500}'))?\s{0,9}\)|\[[^[\]]{0,200}\])`,
  footnote: String.raw`\[\^[^\s[\]]{1,80}\]`,
  bracket: String.raw`!?\[|\]`,
  span: protectedSpan,
  emphasis: String.raw`(?<!\*)\*{1,3}(?!\*)|(?<!_)_{1,3}(?!_)|(?<!~)~~(?!~)`,
};

const pattern = new RegExp(
  Object.entries(alternatives)
    .map(([name, source]) => `(?<${name}>${source})`)
    .join('|'),
  'gu',
);

const maxCommentLength = 2_000;
const voidElements = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
const keptElements = new Set('code kbd samp var script style'.split(' '));
const statesNo = /\stranslate\s*=\s*["']?no\b|\sclass\s*=\s*(?:"[^"]*\bnotranslate\b|'[^']*\bnotranslate\b)/iu;

const tagToken = (text: string): MarkupToken => {
  const name = (/[\w:.-]+/.exec(text)?.[0] ?? '').toLowerCase();
  if (text.startsWith('</')) return { kind: 'close', text, half: `<${name}`, isTag: true, isKept: false };
  if (text.endsWith('/>') || voidElements.has(name)) return { kind: 'single', text };
  return { kind: 'open', text, half: `<${name}`, isTag: true, isKept: keptElements.has(name) || statesNo.test(text) };
};

const isSpace = (sign: string): boolean => sign === '' || /\s/u.test(sign);
const isWord = (sign: string): boolean => /[\p{L}\p{M}\p{N}]/u.test(sign);

/**
 * Reads emphasis by the rules of CommonMark, but nothing opens or closes between digits, nor one `*` within a word:
 * `2*3*4`, `a*b`.
 */
const emphasisToken = (text: string, before: string, after: string): MarkupToken => {
  const isIntraword = isWord(before) && isWord(after);
  if (isIntraword && (text.length === 1 || text.startsWith('_') || /\d/.test(before + after))) {
    return { kind: 'text', text };
  }
  return {
    kind: 'emphasis',
    text,
    opens: !isSpace(after) && (isWord(after) || !isWord(before)),
    closes: !isSpace(before) && (isWord(before) || !isWord(after)),
  };
};

/** Maps each number of backticks to the places of the runs of that length. */
const backticks = (line: string): Map<number, number[]> => {
  const places = new Map<number, number[]>();
  for (const { 0: run, index } of line.matchAll(/`+/gu)) {
    const same = places.get(run.length);
    if (same === undefined) places.set(run.length, [index]);
    else same.push(index);
  }
  for (const same of places.values()) same.reverse();
  return places;
};

/** Cuts a line at its markup. The tokens joined are the line. */
export const markupTokens = (line: string): MarkupToken[] => {
  const tokens: MarkupToken[] = [];
  let runs: Map<number, number[]> | undefined;
  let at = 0;
  /** Finds the end of the code whose backticks stand at `index`; undefined where no such run follows. */
  const codeEnd = (index: number, length: number): number | undefined => {
    runs ??= backticks(line);
    const same = runs.get(length) ?? [];
    while ((same.at(-1) ?? line.length) <= index) same.pop();
    const end = same.pop();
    return end === undefined ? undefined : end + length;
  };
  /** The end of a comment that was found last: none of those before it has another. */
  let knownEnd = -1;
  /** Finds the end of the comment that begins at `index`; undefined where none follows in reach. */
  const commentEnd = (index: number): number | undefined => {
    if (knownEnd < index + 4) {
      const found = line.indexOf('-->', index + 4);
      knownEnd = found === -1 ? Number.POSITIVE_INFINITY : found;
    }
    return knownEnd - index - 4 > maxCommentLength ? undefined : knownEnd + 3;
  };
  pattern.lastIndex = 0;
  for (let match = pattern.exec(line); match !== null; match = pattern.exec(line)) {
    const [text] = match;
    const { index, groups = {} } = match;
    if (index > at) tokens.push({ kind: 'text', text: line.slice(at, index) });
    at = index + text.length;
    if (groups.code !== undefined) {
      const end = codeEnd(index, text.length);
      tokens.push(end === undefined ? { kind: 'text', text } : { kind: 'keep', text: line.slice(index, end) });
      at = end ?? at;
      pattern.lastIndex = at;
    } else if (groups.comment !== undefined) {
      const end = commentEnd(index);
      tokens.push(end === undefined ? { kind: 'text', text } : { kind: 'single', text: line.slice(index, end) });
      at = end ?? at;
      pattern.lastIndex = at;
    } else if (groups.escaped !== undefined) tokens.push({ kind: 'text', text });
    else if (groups.tag !== undefined) tokens.push(tagToken(text));
    else if (groups.linkEnd !== undefined || groups.bracket !== undefined) {
      tokens.push({ kind: text.startsWith(']') ? 'close' : 'open', text, half: '[', isTag: false, isKept: false });
    } else if (groups.emphasis !== undefined)
      tokens.push(emphasisToken(text, line.slice(index - 1, index), line.slice(at, at + 1)));
    else tokens.push({ kind: 'keep', text });
  }
  if (at < line.length) tokens.push({ kind: 'text', text: line.slice(at) });
  return tokens;
};
