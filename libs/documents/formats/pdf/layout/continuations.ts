import { isAddress } from './addresses.js';
import { startsLower } from './double-spacing.js';
import { breaksAnywhere, type Fragment, firstWordWidth, isSameDirection, textOfLine } from './fragments.js';
import { isOtherFace } from './line-faces.js';
import type { Paragraph } from './paragraphs.js';
import { mirrored, runsLeftwards } from './reading-sides.js';
import { remembered } from './remembered.js';

/** Paragraphs of running text of one content that are compared with each other, at most. */
const maxCompared = 200;
/** In heights of a line: how far from the edge of its column a paragraph may begin or end. */
const maxIndent = 3;
/** Part by which columns may differ in width. */
const maxWider = 0.15;
/** In heights of a line: how far from the edge the lines of text with an even edge end. */
const evenEnd = 0.3;
/** In heights of a line: how wide a column of running text is, at least, and one whose lines need not begin in lower case. */
const minWidth = 8;
const minPlainWidth = 14;
/** Words of a full line, at least. */
const minWords = 3;

/** A paragraph as who reads it sees it: it ends farther along than it begins. */
interface Seen {
  paragraph: Paragraph;
  isLeftwards: boolean;
  start: number;
  end: number;
  height: number;
  first: Fragment;
  last: Fragment;
  /** Whether its first line begins behind the second. */
  isIndented: boolean;
}

interface Column {
  start: number;
  end: number;
}

/**
 * The paragraphs that go on at the head of another column, each with what it goes on in: its last line is full and ends
 * no sentence, nothing of its size stands below it in its column, nor above what follows.
 */
export const continuationsIn = (paragraphs: readonly Paragraph[]): Map<Paragraph, Paragraph> => {
  const all = seenOf(paragraphs);
  const isHead = headsOf(all);
  const found = new Map<Paragraph, Paragraph>();
  const taken = new Set<Seen>();
  for (const one of all) {
    if (endsSentence(one.last)) continue;
    const column = columnOf(one, all);
    if (all.some((other) => isInColumn(other, one, column) && isBelow(other, one))) continue;
    const next = firstOf(all.filter((other) => isBehind(other, one, column) && isHigher(other, one) && isHead(other)));
    if (!next || taken.has(next) || !goesOnIn(one, column, next, all)) continue;
    taken.add(next);
    found.set(one.paragraph, next.paragraph);
  }
  return found;
};

/** The paragraphs at the end of a page that go on at the head of the next one. */
export const continuationsOnNext = (
  page: readonly Paragraph[],
  nextPage: readonly Paragraph[],
): Map<Paragraph, Paragraph> => {
  const [all, following] = [seenOf(page), seenOf(nextPage)];
  const isHead = headsOf(following);
  const found = new Map<Paragraph, Paragraph>();
  for (const one of all) {
    if (endsSentence(one.last)) continue;
    const column = columnOf(one, all);
    const isLast = !all.some(
      (other) => (isInColumn(other, one, column) && isBelow(other, one)) || isBehind(other, one, column),
    );
    if (!isLast) continue;
    const next = firstOf(following.filter((other) => isOneSize(other, one) && isHead(other)));
    if (next && goesOnIn(one, column, next, following)) found.set(one.paragraph, next.paragraph);
  }
  return found;
};

/** Captions stand anywhere between the parts of a text. */
const seenOf = (paragraphs: readonly Paragraph[]): Seen[] =>
  paragraphs.length > maxCompared
    ? []
    : paragraphs.filter(({ lines }) => !caption.test(textOf(lines[0]))).flatMap(seenParagraph);

/** `Figure 2: `, `Table 1. `, `図3` */
const caption = /^(?:\p{Lu}\p{L}{1,11}\.? \d{1,3}(?:\.\d{1,3}){0,2} ?[.:]|[図表图] ?\d)/u;

const textOf = (line: Fragment | undefined): string => textOfLine(line?.glyphs ?? []).trim();

const seenParagraph = (paragraph: Paragraph): Seen[] => {
  const [line, nextLine] = paragraph.lines;
  const lastLine = paragraph.lines.at(-1);
  if (!line || !lastLine) return [];
  const isLeftwards = runsLeftwards(line);
  const see = <T extends Column>(part: T): T => (isLeftwards ? mirrored(part) : part);
  const { height } = paragraph;
  const { start, end } = see(paragraph);
  const first = see(line);
  const isIndented = nextLine !== undefined && first.start - see(nextLine).start > 0.6 * height;
  return [{ paragraph, isLeftwards, start, end, height, first, last: see(lastLine), isIndented }];
};

const isOneSize = (one: Seen, other: Seen): boolean =>
  one.isLeftwards === other.isLeftwards &&
  Math.abs(one.height - other.height) < 0.08 * other.height &&
  isSameDirection(one.paragraph.direction, other.paragraph.direction);

/** From where to where the paragraphs go that begin where one does. */
const columnOf = (one: Seen, all: readonly Seen[]): Column => {
  const column = { start: one.start, end: one.end };
  for (const other of all) {
    if (!isOneSize(other, one) || Math.abs(other.start - one.start) > maxIndent * one.height) continue;
    column.start = Math.min(column.start, other.start);
    column.end = Math.max(column.end, other.end);
  }
  return column;
};

const isInColumn = (other: Seen, one: Seen, { start, end }: Column): boolean =>
  other !== one &&
  isOneSize(other, one) &&
  other.start > start - maxIndent * one.height &&
  other.end < end + maxIndent * one.height;

const isBelow = (other: Seen, one: Seen): boolean => other.first.across < one.last.across;

/** Whether it is in a later column. */
const isBehind = (other: Seen, one: Seen, { end }: Column): boolean =>
  isOneSize(other, one) && other.start > end - 0.5 * one.height;

/** Whether it begins above the end of another. */
const isHigher = (other: Seen, one: Seen): boolean => other.first.across > one.last.across;

/** Tells whether one of them is the first of its column. */
const headsOf = (all: readonly Seen[]): ((one: Seen) => boolean) =>
  remembered((one: Seen) => {
    const column = columnOf(one, all);
    return !all.some((other) => isInColumn(other, one, column) && isBelow(one, other));
  });

const firstOf = (seen: readonly Seen[]): Seen | undefined =>
  seen.toSorted((before, after) => before.start - after.start)[0];

const goesOnIn = (one: Seen, column: Column, next: Seen, following: readonly Seen[]): boolean => {
  const nextColumn = columnOf(next, following);
  const [width, nextWidth] = [column.end - column.start, nextColumn.end - nextColumn.start];
  if (width < minWidth * one.height || Math.abs(width - nextWidth) > maxWider * width) return false;
  if (!isRunning(one.last) || !isRunning(next.first)) return false;
  if (next.first.isListItem || isOtherFace(one.last, next.first)) return false;
  const room = column.end - one.last.end;
  if (room > firstWordWidth(next.first.glyphs) + 0.35 * one.height) return false;
  const isLong = one.paragraph.lines.length > 1 && next.paragraph.lines.length > 1 && !next.isIndented;
  const isWide = width > minPlainWidth * one.height;
  if (breaksAnywhere(next.first)) return isLong && isWide;
  const [words, nextWords] = [textOf(one.last), textOf(next.first)].map((text) => text.split(/\s+/));
  if ((words?.length ?? 0) < minWords || isAddress(nextWords?.[0] ?? '')) return false;
  if (startsLower(next.first)) return true;
  const isText = /^[\p{L}\p{N}“"‘(]/u.test(nextWords?.[0] ?? '');
  return isLong && isWide && isText && !one.paragraph.lines[0]?.isListItem && room < evenEnd * one.height;
};

/** Whether a line is one of running text: no cell of a row, no entry with a leader, nothing read from a scan or translated before. */
const isRunning = ({ isBeside, leader, paragraph, glyphs }: Fragment): boolean =>
  !isBeside && leader === undefined && paragraph === undefined && glyphs[0]?.show.cover === undefined;

const sentenceEnd = /[.!?:;…。！？：；؟۔][\p{Pe}\p{Pf}"'”’]*$/u;

/** Raised marks behind the end of a sentence are no part of it. */
const endsSentence = ({ glyphs, height }: Fragment): boolean =>
  sentenceEnd.test(textOfLine(glyphs.filter(({ show }) => show.height > 0.85 * height)).trim());
