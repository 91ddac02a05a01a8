import { type Fragment, isSameLine, type PlacedGlyph } from './fragments.js';
import { rangeOf } from './range.js';

/** Signs that forms draw between the boxes of a date, a time or a number. */
const parting = /^[/:.\-–|]$/;
const maxSignsOnLine = 64;
/** In font sizes: how far a sign stands from the box beside it, at most. */
const maxApart = 1.5;

/** The use of a box of a date or time, as a form writes it: `MM`, `DD`, `YYYY`, in the letters of some languages of Europe. */
const box = /^(?:[Mm]{2}|[Dd]{2}|[Yy]{2}|[Yy]{4}|[Hh]{2}|J{2}|J{4}|T{2}|A{4}|G{2}|R{4})$/;
/** Letters in boxes of one each, one after the other: `D D M M Y Y`. */
const letters = /^(?=.*MM)(?:DD|MM|YY|TT|JJ|AA|GG|RR|HH){2,7}$/i;

/** Boxes and signs that are looked at as one date, at most, and those that stand one after the other, at least. */
const maxRun = 32;
const minRun = 3;

const isBlank = ({ text }: PlacedGlyph): boolean => text.trim() === '';

type Word = readonly PlacedGlyph[];

/** Whether glyphs say nothing but what the boxes of a date are for: who fills the form in looks for them where they are. */
export const areDateBoxes = (glyphs: readonly PlacedGlyph[]): boolean => {
  const words = wordsOf(glyphs);
  return words.length > 0 && words.every(isBox);
};

const textOf = (word: Word = []): string => word.map(({ text }) => text).join('');

const isBox = (word: Word | undefined): boolean => box.test(textOf(word));

const isParting = (word: Word | undefined): boolean => parting.test(textOf(word));

const wordsOf = (glyphs: readonly PlacedGlyph[]): PlacedGlyph[][] => {
  const words: PlacedGlyph[][] = [];
  let isOpen = false;
  for (const glyph of glyphs) {
    // A letter that is drawn a second time has no text.
    if (glyph.text === '') continue;
    if (isBlank(glyph)) isOpen = false;
    else {
      if (!isOpen || glyph.isApart) words.push([]);
      words.at(-1)?.push(glyph);
      isOpen = true;
    }
  }
  return words;
};

/**
 * The lines cut where a sign alone stands between two words of them, as slashes that a form draws between the boxes of a date
 * do, and around these boxes.
 */
export const cutAtDateBoxes = (fragments: readonly Fragment[]): Fragment[] =>
  cutAtSigns(rowsOf(fragments).flatMap(cutAtRuns));

/** The pieces of lines that are drawn one after the other. */
const rowsOf = (fragments: readonly Fragment[]): Fragment[][] => {
  const rows: Fragment[][] = [];
  for (const fragment of fragments) {
    const last = rows.at(-1)?.at(-1);
    if (last && last.paragraph === undefined && fragment.paragraph === undefined && isSameLine(last, fragment))
      rows.at(-1)?.push(fragment);
    else rows.push([fragment]);
  }
  return rows;
};

/** The pieces of a line cut around boxes that end a piece, or begin it, or look other than the words beside them: those of a sentence are words. */
const cutAtRuns = (row: readonly Fragment[]): Fragment[] => {
  if (row[0]?.paragraph !== undefined) return [...row];
  const words = row.flatMap((piece) => wordsOf(piece.glyphs).map((word) => ({ word, piece })));
  const startsAt = new Set<PlacedGlyph>();
  const boxes = new Set<PlacedGlyph>();
  for (let from = 0; from < words.length; from += 1) {
    const end = endOfBoxes(words.slice(from, from + maxRun).map(({ word }) => word));
    const [before, first, last, next] = [words[from - 1], words[from], words[from + end - 1], words[from + end]];
    const isWithin =
      before?.piece === first?.piece && last?.piece === next?.piece && looksAlike(first?.word, before?.word);
    if (end === 0 || isWithin) continue;
    for (const { word } of words.slice(from, from + end)) for (const glyph of word) boxes.add(glyph);
    for (const edge of [first, next]) if (edge?.word[0]) startsAt.add(edge.word[0]);
    from += end - 1;
  }
  if (boxes.size === 0) return [...row];
  return row
    .flatMap((piece) => cutBefore(piece, startsAt))
    .map((piece) => (piece.glyphs.some((glyph) => boxes.has(glyph)) ? { ...piece, isDateBox: true } : piece));
};

/** How many words are the boxes of a date, from the first on: with signs of their own between them, or of one letter each. */
const endOfBoxes = (words: readonly Word[]): number => {
  let end = 0;
  while (isBox(words[end])) end += isParting(words[end + 1]) && isBox(words[end + 2]) ? 2 : 1;
  if (end >= minRun && words.slice(0, end).some(isParting)) return end;
  end = 0;
  let said = '';
  while (words[end]?.length === 1 && (isParting(words[end]) ? said !== '' : true)) {
    if (!isParting(words[end])) said += textOf(words[end]);
    end += 1;
  }
  while (isParting(words[end - 1])) end -= 1;
  return letters.test(said) ? end : 0;
};

const looksAlike = ([one]: Word = [], [other]: Word = []): boolean =>
  one?.show.state.font === other?.show.state.font && one?.show.state.fill === other?.show.state.fill;

const cutAtSigns = (fragments: readonly Fragment[]): Fragment[] => {
  const signs = new Map<number, Fragment[]>();
  for (const fragment of fragments) {
    if (!parting.test(fragment.glyphs.map(({ text }) => text.trim()).join(''))) continue;
    const row = signs.get(Math.round(fragment.across)) ?? [];
    if (row.length < maxSignsOnLine) row.push(fragment);
    signs.set(Math.round(fragment.across), row);
  }
  if (signs.size === 0) return [...fragments];
  return fragments.flatMap((fragment) => {
    const row = Math.round(fragment.across);
    const near = [row - 1, row, row + 1].flatMap((at) => signs.get(at) ?? []);
    const { start, end, height, paragraph } = fragment;
    const reach = maxApart * height;
    const beside = near.filter(
      (sign) => isSameLine(fragment, sign) && sign.start > start - reach && sign.end < end + reach && sign !== fragment,
    );
    return beside.length === 0 || paragraph !== undefined ? [fragment] : cutAt(fragment, beside);
  });
};

const cutAt = (fragment: Fragment, signs: readonly Fragment[]): Fragment[] => {
  const words = wordsOf(fragment.glyphs);
  const startsAt = new Set<PlacedGlyph>();
  const reach = maxApart * fragment.height;
  words.forEach((word, at) => {
    const [first, next] = [word[0], words[at + 1]?.[0]];
    const last = word.at(-1);
    if (!first || !last) return;
    const isBetween = (from: number, to: number): boolean =>
      signs.some(({ start, end }) => start > from - 0.1 * fragment.height && end < to + 0.1 * fragment.height);
    const isBehind = isBetween(last.end, next?.along ?? last.end + reach);
    const isBefore = isBetween(words[at - 1]?.at(-1)?.end ?? first.along - reach, first.along);
    if (isBehind && next) startsAt.add(next);
    if (!isBox(word) || !(isBehind || isBefore)) return;
    startsAt.add(first);
    if (next) startsAt.add(next);
  });
  return cutBefore(fragment, startsAt);
};

const cutBefore = (fragment: Fragment, startsAt: ReadonlySet<PlacedGlyph>): Fragment[] => {
  const parts: PlacedGlyph[][] = [[]];
  for (const glyph of fragment.glyphs) {
    if (startsAt.has(glyph) && parts.at(-1)?.some((before) => !isBlank(before))) parts.push([]);
    parts.at(-1)?.push(glyph);
  }
  if (parts.length === 1) return [fragment];
  return parts.map((glyphs) => {
    const inked = glyphs.filter((glyph) => !isBlank(glyph));
    const [start] = rangeOf(inked.map(({ along }) => along));
    const [, end] = rangeOf(inked.map((glyph) => glyph.end));
    return { ...fragment, glyphs, start, end };
  });
};
