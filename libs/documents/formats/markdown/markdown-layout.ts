import type { WrittenPart } from '../inline/inline-run.js';
import { escapeLineStart } from './markdown-escape.js';

const elements: Readonly<Record<string, string>> = { '*': 'em', _: 'em', '**': 'strong', __: 'strong', '~~': 'del' };
const isEmphasis = ({ kind, raw }: WrittenPart): boolean => kind !== 'text' && raw in elements;
const isBreak = ({ kind, raw }: WrittenPart): boolean => kind !== 'text' && /^(?:\\| {2,})[\r\n]/.test(raw);
const isCode = (part: WrittenPart | undefined): boolean =>
  part !== undefined && part.kind !== 'text' && part.raw.startsWith('`');

/**
 * Puts a translation together such that its marks are read as marks, wherever they stand in it: white space goes out of
 * emphasis, empty emphasis goes, and where a mark would not be read as one, the element of HTML stands in its place.
 */
export const layOutMarkdown = (parts: readonly WrittenPart[], startsLine: boolean, isHeading: boolean): string => {
  const pieces = withElements(withoutEmptyEmphasis(withSpaceOutside(parts)));
  let isStart = startsLine;
  let line = '';
  pieces.forEach((part, at) => {
    const { kind, raw } = part;
    if (kind === 'text') {
      const isPicture = raw.endsWith('!') && pieces[at + 1]?.raw.startsWith('[');
      line += (isStart ? escapeLineStart(raw) : raw).slice(0, isPicture ? -1 : undefined) + (isPicture ? '\\!' : '');
    } else if (isBreak(part) && !breaksLine(pieces, at)) line += '<br>';
    else line += isCode(part) && isCode(pieces[at - 1]) ? ` ${raw}` : raw;
    isStart = kind !== 'text' && /[\r\n]$|[\r\n][ \t>]*$/.test(raw);
  });
  return isHeading ? withoutClosing(line) : line;
};

/** Signs at the end of a heading would close it. */
const withoutClosing = (line: string): string => {
  let end = line.length;
  while (line[end - 1] === '#') end -= 1;
  return end < line.length ? `${line.slice(0, end)}\\${line.slice(end)}` : line;
};

/** A line cannot be broken before its first word or behind its last. */
const breaksLine = (parts: readonly WrittenPart[], at: number): boolean =>
  [parts[at - 1], parts[at + 1]].every((beside) => beside?.kind === 'text' && beside.raw.trim() !== '');

const withSpaceOutside = (parts: readonly WrittenPart[]): WrittenPart[] => {
  const moved: WrittenPart[] = [];
  let pending = '';
  const addText = (raw: string): void => {
    const last = moved.at(-1);
    if (raw === '') return;
    if (last?.kind === 'text') moved[moved.length - 1] = { kind: 'text', raw: last.raw + raw };
    else moved.push({ kind: 'text', raw });
  };
  parts.forEach((part, at) => {
    if (part.kind === 'text') {
      const next = parts[at + 1];
      const closes = next !== undefined && isEmphasis(next) && next.kind === 'close';
      const kept = closes ? part.raw.trimEnd() : part.raw;
      addText(pending + kept);
      pending = part.raw.slice(kept.length);
      return;
    }
    if (!isEmphasis(part) || part.kind !== 'close') {
      addText(pending);
      pending = '';
    }
    const following = parts[at + 1];
    if (isEmphasis(part) && part.kind === 'open' && following?.kind === 'text') {
      addText(following.raw.slice(0, following.raw.length - following.raw.trimStart().length));
    }
    moved.push(part);
  });
  addText(pending);
  return moved.map((part, at) => {
    const before = moved[at - 1];
    const begins = part.kind === 'text' && before !== undefined && isEmphasis(before) && before.kind === 'open';
    return begins ? { ...part, raw: part.raw.trimStart() } : part;
  });
};

/** Emphasis of nothing would be read as a mark of another kind. */
const withoutEmptyEmphasis = (parts: readonly WrittenPart[]): WrittenPart[] => {
  const kept: WrittenPart[] = [];
  for (const part of parts) {
    if (part.kind === 'text' && part.raw === '') continue;
    const last = kept.at(-1);
    if (isEmphasis(part) && part.kind === 'close' && last && isEmphasis(last) && last.kind === 'open') kept.pop();
    else kept.push(part);
  }
  return kept;
};

/** Emphasis as elements of HTML where its marks would not be read as such. */
const withElements = (parts: readonly WrittenPart[]): WrittenPart[] => {
  const written = [...parts];
  const open: number[] = [];
  parts.forEach((part, at) => {
    if (!isEmphasis(part)) return;
    if (part.kind === 'open') {
      open.push(at);
      return;
    }
    const start = open.pop() ?? at;
    if (opensAt(parts, start) && closesAt(parts, at)) return;
    const name = elements[part.raw] ?? 'em';
    written[start] = { ...part, kind: 'open', raw: `<${name}>` };
    written[at] = { ...part, raw: `</${name}>` };
  });
  return written;
};

const isWord = (sign: string): boolean => /[\p{L}\p{M}\p{N}]/u.test(sign);
const isSpace = (sign: string): boolean => sign === '' || /\s/.test(sign);
const isAlone = (mark: string): boolean => mark.length === 1 || mark.startsWith('_');

/** Signs on both sides of a mark, beyond marks that open or close with it; '' where there is none. */
const beside = (parts: readonly WrittenPart[], at: number): { before: string; after: string; touchesMark: boolean } => {
  const kind = parts[at]?.kind;
  const beyond = (step: number): number => {
    let next = at + step;
    for (let part = parts[next]; part && isEmphasis(part) && part.kind === kind; part = parts[next]) next += step;
    return next;
  };
  const [before, after] = [parts[beyond(-1)], parts[beyond(1)]];
  const touchesMark = [before, after].some((part) => part !== undefined && isEmphasis(part));
  return { before: lastSign(before?.raw ?? ''), after: firstSign(after?.raw ?? ''), touchesMark };
};

const lastSign = (text: string): string => text.slice(-1);
const firstSign = (text: string): string => text.slice(0, 1);

const opensAt = (parts: readonly WrittenPart[], at: number): boolean => {
  const { before, after, touchesMark } = beside(parts, at);
  if (touchesMark || isSpace(after) || hasWideSign(before + after)) return false;
  return isWord(after)
    ? !(isWord(before) && (isAlone(parts[at]?.raw ?? '') || /\d/.test(before + after)))
    : !isWord(before);
};

const closesAt = (parts: readonly WrittenPart[], at: number): boolean => {
  const { before, after, touchesMark } = beside(parts, at);
  if (touchesMark || isSpace(before) || hasWideSign(before + after)) return false;
  return isWord(before)
    ? !(isWord(after) && (isAlone(parts[at]?.raw ?? '') || /\d/.test(before + after)))
    : !isWord(after);
};

/** Readers differ in whether half of a wide sign is a letter. */
const hasWideSign = (signs: string): boolean => /[\ud800-\udfff]/.test(signs);
