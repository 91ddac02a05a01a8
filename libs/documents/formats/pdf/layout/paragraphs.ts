import { showsIn } from '../content/clip-path.js';
import { beginsWithAddress, isOwnAddress } from './addresses.js';
import { columnEnds } from './column-ends.js';
import { ColumnStarts } from './column-starts.js';
import { maxDownIn, startsLower } from './double-spacing.js';
import { breaksAnywhere, type Fragment, firstWordWidth, isSameDirection, textOfLine } from './fragments.js';
import { besideInitial } from './initials.js';
import { isOtherFace } from './line-faces.js';
import { isLoneMarker, partsOfFragment } from './line-parts.js';
import { listEntries } from './list-entries.js';
import { mirrored, mirroredParagraph, runsLeftwards } from './reading-sides.js';
import type { Separators } from './separators.js';
import { areSigns } from './signs.js';
import { maxDown, taggedParagraphs } from './tagged-paragraphs.js';

/** Lines that are read as one. */
export interface Paragraph {
  direction: { x: number; y: number };
  lines: Fragment[];
  height: number;
  /** From baseline to baseline; undefined for one line. */
  leading: number | undefined;
  start: number;
  end: number;
}

/** A run of glyphs that belongs to no paragraph. */
interface KeptRun extends Pick<Fragment, 'direction' | 'start' | 'end' | 'across' | 'height'> {
  /** The line that it is the leader of. */
  leaderOf: Fragment | undefined;
}

/** The paragraphs of a content, and what of its lines belongs to none: list markers and leaders. */
export interface ContentLayout {
  paragraphs: Paragraph[];
  kept: KeptRun[];
}

/** `Report ID: `, `Customer no.: `: some words in the first of which is a capital, a colon and a space. */
const label = /^\p{Lu}[\p{L}\p{M}\p{N}/#&().-]{0,24}(?: [\p{L}\p{M}\p{N}/#&().-]{1,24}){0,3} ?: /u;
const maxLabelLength = 60;
const maxNumberLength = 8;

/** Paragraphs that a line may go on, at most: those begun last. */
const maxOpen = 12;

/** The paragraphs in the order in which they begin. */
export const layoutOf = (fragments: readonly Fragment[], separators: Separators): ContentLayout => {
  const paragraphs: Paragraph[] = [];
  const kept: ContentLayout['kept'] = [];
  const open: Paragraph[] = [];
  const ends = columnEnds(fragments);
  const columns = new ColumnStarts(fragments);
  const entries = listEntries(fragments);
  const page = { separators, tagged: taggedParagraphs(fragments), maxDownOf: maxDownIn(fragments) };
  let isMarked = false;
  for (const [at, fragment] of fragments.entries()) {
    const parts = partsOfFragment(fragment, columns);
    const isWhole = fragment.mcid !== undefined && page.tagged.has(fragment.mcid);
    if ((isMarked || (entries.has(fragment) && !isWhole)) && parts[0]) parts[0].isListItem = true;
    for (const part of parts) part.isListItem ||= separators.isBehindBox(part) || separators.isBehindBullet(part);
    isMarked = isLoneMarker(fragment, fragments[at + 1]);
    for (const one of keptOf(fragment, parts)) kept.push(one);
    for (const line of parts) {
      line.isListItem ||= open.some(({ lines }) => isUnderAddress(lines.at(-1), line, fragments[at + 1]));
      const columnEnd = ends.get(fragment) ?? Number.NEGATIVE_INFINITY;
      const next = fragments[at + 1];
      const found = open.findLast(
        (paragraph) =>
          goesOn(paragraph, besideInitial(paragraph.lines, line), columnEnd, page) &&
          !opensParagraph(paragraph, line, next),
      );
      if (found) {
        append(found, besideInitial(found.lines, line));
        continue;
      }
      const paragraph: Paragraph = {
        direction: line.direction,
        lines: [line],
        height: line.height,
        leading: undefined,
        start: line.start,
        end: line.end,
      };
      paragraphs.push(paragraph);
      open.push(paragraph);
      if (open.length > maxOpen) open.shift();
    }
  }
  return { paragraphs, kept };
};

/** Whether a line stands right below another, and begins with an address that is no part of what is said there. */
const isUnderAddress = (last: Fragment | undefined, line: Fragment, next: Fragment | undefined): boolean => {
  if (last === undefined || !isSameDirection(last.direction, line.direction)) return false;
  const down = last.across - line.across;
  const overlap = Math.min(last.end, line.end) - Math.max(last.start, line.start);
  return down > 0.7 * line.height && down < maxDown * line.height && overlap > 0 && isOwnAddress(last, line, next);
};

/** The runs of glyphs of a line that show and are in none of its parts. */
const keptOf = (fragment: Fragment, parts: readonly Fragment[]): ContentLayout['kept'] => {
  if (parts.length === 1 && parts[0]?.glyphs.length === fragment.glyphs.length) return [];
  const inParts = new Set(parts.flatMap(({ glyphs }) => glyphs));
  const leaders = new Map(parts.map((part) => [part.leader?.[0], part]));
  const kept: KeptRun[] = [];
  let run: KeptRun | undefined;
  for (const glyph of fragment.glyphs) {
    if (inParts.has(glyph)) run = undefined;
    else if (glyph.text.trim() !== '') {
      const { along, end } = glyph;
      if (run === undefined) {
        const { direction, across, height } = fragment;
        run = { direction, across, height, start: along, end, leaderOf: leaders.get(glyph) };
        kept.push(run);
      }
      run.start = Math.min(run.start, along);
      run.end = Math.max(run.end, end);
    }
  }
  return kept;
};

const append = (paragraph: Paragraph, line: Fragment): void => {
  const last = paragraph.lines.at(-1);
  if (last) paragraph.leading ??= last.across - line.across;
  paragraph.lines.push(line);
  paragraph.start = Math.min(paragraph.start, line.start);
  paragraph.end = Math.max(paragraph.end, line.end);
};

/** Traits of a page by which its lines are told apart. */
interface PageTraits {
  separators: Separators;
  /** The marked contents that are a paragraph each. */
  tagged: ReadonlySet<number>;
  /** How far below a line the next one of its paragraph stands, in heights of a line. */
  maxDownOf: (line: Fragment) => number;
}

const goesOn = (
  paragraph: Paragraph,
  line: Fragment,
  columnEnd: number,
  { separators, tagged, maxDownOf }: PageTraits,
): boolean => {
  const last = paragraph.lines.at(-1);
  if (!last) return false;
  if (last.paragraph !== undefined || line.paragraph !== undefined) return last.paragraph === line.paragraph;
  if (line.isListItem || isNote(line) || !isSameDirection(paragraph.direction, line.direction)) return false;
  if (last.isArtifact !== line.isArtifact) return false;
  const { height } = paragraph;
  const ratio = line.height / height;
  const down = last.across - line.across;
  if (!isWithinClip(paragraph, line)) return false;
  if (ratio < 0.8 || ratio > 1.25 || down < 0.7 * height || down > maxDownOf(last) * height) return false;
  const overlap = Math.min(last.end, line.end) - Math.max(last.start, line.start);
  if (overlap <= 0) return false;
  if (separators.isBetweenLines(last, line)) return false;
  if (line.mcid !== undefined && line.mcid === last.mcid && tagged.has(line.mcid)) return true;
  if (paragraph.leading !== undefined && Math.abs(down - paragraph.leading) > 0.15 * paragraph.leading) return false;
  const isLower = startsLower(line) || endsWithComma(last);
  const isOtherSize = (ratio < 0.92 || ratio > 1.09) && line.glyphs[0]?.show.cover === undefined;
  const isUnderName = paragraph.lines.length === 1 && beginsWithAddress(line);
  if ((isOtherSize || isOtherFace(last, line)) && (!isLower || isUnderName)) return false;
  if (hasLabel(line) && hasLabel(paragraph.lines[0])) return false;
  if (isNextEntry(paragraph.lines[0], line) || isSignApart(paragraph, line)) return false;
  if (areSigns(line.glyphs) !== areSigns(last.glyphs)) return false;
  const isLeftwards = runsLeftwards(last) && runsLeftwards(line);
  const [seen, seenLast, seenLine] = isLeftwards
    ? [mirroredParagraph(paragraph), mirrored(last), mirrored(line)]
    : [paragraph, last, line];
  if (!isLower && (areShortAtEnd(seen, seenLine) || isIndentedBehind(seen, seenLast, seenLine))) return false;
  if (!isAligned(seen, seenLast, seenLine)) return false;
  // Rows of a table stand below each other too.
  const areRows = last.isBeside && line.isBeside;
  const isFullLine = (): boolean =>
    isFull(seen, seenLast, seenLine, columnEnd) ||
    (breaksAnywhere(line) && isInNarrowCell(paragraph, line, separators));
  return areRows ? isLower && isFullLine() : isLower || isFullLine();
};

const isInNarrowCell = ({ start, end }: Paragraph, line: Fragment, separators: Separators): boolean =>
  separators.isInNarrowCell(line, Math.min(start, line.start), Math.max(end, line.end));

/** How many times as far below a line the next one stands where a paragraph begins between them, at least. */
const minOpening = 1.15;

/**
 * Whether a line stands farther below the only line of a paragraph than the next line stands below it: then it is the
 * first of its own.
 */
const opensParagraph = ({ lines }: Paragraph, line: Fragment, next: Fragment | undefined): boolean => {
  const [first] = lines;
  if (first === undefined || lines.length > 1 || next === undefined || startsLower(line)) return false;
  const { height } = line;
  const down = line.across - next.across;
  return (
    isSameDirection(line.direction, next.direction) &&
    Math.abs(next.height - height) < 0.08 * height &&
    !next.isBeside &&
    down > 0.7 * height &&
    first.across - line.across > minOpening * down &&
    Math.min(line.end, next.end) > Math.max(line.start, next.start)
  );
};

/** Whether a sentence goes on behind a line, in a script without lower case. */
const endsWithComma = ({ glyphs }: Fragment): boolean => /^[、，]/u.test(lastSign(glyphs));

/** Whether a line shows where the first one does: rows of a table are often clipped each by itself. */
const isWithinClip = ({ lines }: Paragraph, { glyphs }: Fragment): boolean => {
  const clip = lines[0]?.glyphs[0]?.show.state.clip;
  return [glyphs[0], glyphs.at(-1)].every(
    (glyph) => glyph === undefined || glyph.show.state.clip === clip || showsIn(clip, glyph.glyph),
  );
};

/** In font sizes: how far the first line of a paragraph is indented. */
const [minIndent, maxIndent] = [0.6, 4];

/** Whether a line is indented behind lines that begin at one place, of which the last ends a sentence. */
const isIndentedBehind = ({ lines, height }: Paragraph, last: Fragment, line: Fragment): boolean => {
  const [, second] = lines;
  const indent = line.start - last.start;
  if (second === undefined || indent < minIndent * height || indent > maxIndent * height) return false;
  return Math.abs(second.start - last.start) < 0.1 * height && endsWithStop(last);
};

const endsWithStop = ({ glyphs }: Fragment): boolean =>
  /^[.!?]/.test(glyphs.findLast(({ text }) => /[^\s\p{Pe}\p{Pf}"']/u.test(text))?.text ?? '');

/** Signs of a raised mark, at most. */
const maxMarks = 4;

/** In font sizes: a line that is shorter is no line of running text that ends at the right. */
const maxShort = 16;

/** Whether two short lines end at one place, of which the second is the shorter: an address at the right, for one. */
const areShortAtEnd = ({ lines, height }: Paragraph, line: Fragment): boolean => {
  const [first] = lines;
  if (lines.length > 1 || first === undefined || first.end - first.start > maxShort * height) return false;
  return Math.abs(first.end - line.end) < 0.05 * height && line.start - first.start > 0.6 * height;
};

/** Whether a line begins with a raised mark and a capital: a note. A mark after a word stands on the line of the word. */
const isNote = ({ glyphs, across, height }: Fragment): boolean => {
  let marks = 0;
  for (const { text, show, across: at } of glyphs) {
    if (text.trim() === '') continue;
    const isRaised = show.height < 0.85 * height && at > across + 0.15 * height;
    if (!isRaised || marks === maxMarks) return marks > 0 && !isRaised && /^[\p{Lu}\p{N}“"‘(]/u.test(text);
    marks += 1;
  }
  return false;
};

/** Whether a line begins with a label: below another one it is an entry of its own. */
const hasLabel = (line: Fragment | undefined): boolean =>
  label.test(textOfLine(line?.glyphs.slice(0, maxLabelLength) ?? []));

/** Whether a line is nothing but a sign that stands far behind where a paragraph begins: that of a sum to fill in, for one. */
const isSignApart = ({ start, height }: Paragraph, line: Fragment): boolean =>
  line.start - start > 3 * height && !line.glyphs.some(({ text }) => /[\p{L}\p{N}]/u.test(text));

/** `1. `, `(2) `, `c) ` */
const entryNumber = /^\(?(\d{1,3}|[A-Za-z])[.)] /;

/** Whether a line begins with the number, or the letter, behind that of the first line of a paragraph: the next entry of a list. */
const isNextEntry = (first: Fragment | undefined, line: Fragment): boolean => {
  const [one, other] = [first, line].map(
    (own) => entryNumber.exec(textOfLine(own?.glyphs.slice(0, maxNumberLength) ?? []))?.[1] ?? '',
  );
  if (!one || !other) return false;
  return /\d/.test(one) ? Number(other) === Number(one) + 1 : other.charCodeAt(0) === one.charCodeAt(0) + 1;
};

const isAligned = ({ lines, start, end, height }: Paragraph, last: Fragment, line: Fragment): boolean => {
  const near = (one: number, other: number, within = 0.6): boolean => Math.abs(one - other) < within * height;
  if (near(last.start, line.start)) return true;
  // A first line may be indented, or hang out.
  if (lines.length === 1 && Math.abs(last.start - line.start) < 5 * height && line.end - line.start > 4 * height)
    return line.start < last.start || startsLower(line);
  return near((start + end) / 2, (line.start + line.end) / 2) || near(last.end, line.end);
};

/** In font sizes: how far a line begins behind the next one that stands at the right, and not because it is indented. */
const minShiftAtEnd = 4;

/** Part of the width of running text without spaces that a line of it may leave, as not every sign may begin the next one; in font sizes, how wide that is. */
const maxRagged = 0.12;
const minRunning = 20;

const endsSentence = ({ glyphs }: Fragment): boolean => /^[。！？!?]/u.test(lastSign(glyphs));

const lastSign = (glyphs: Fragment['glyphs']): string => glyphs.findLast(({ text }) => text.trim() !== '')?.text ?? '';

/** Whether the first word of the next line had no room on this one. */
const isFull = (paragraph: Paragraph, last: Fragment, line: Fragment, columnEnd: number): boolean => {
  const right = Math.max(paragraph.end, line.end, columnEnd);
  const left = Math.min(paragraph.start, line.start);
  const [before, behind] = [last.start - left, right - last.end];
  const isCentred = Math.abs(before - behind) < 0.6 * paragraph.height && before > 0.6 * paragraph.height;
  // Lines that end at one place and begin far from each other stand at the right.
  const isAtEnd = behind < 0.05 * paragraph.height && before > minShiftAtEnd * paragraph.height;
  const room = isCentred ? before + behind : isAtEnd ? before : behind;
  const isRunning = breaksAnywhere(line) && !endsSentence(last) && right - left > minRunning * paragraph.height;
  const slack = isRunning ? maxRagged * (right - left) : 0;
  return room < firstWordWidth(line.glyphs) + 0.35 * paragraph.height + slack;
};
