import { repairTags, sameSegment } from '#libs/documents/formats/tag-repair.js';
import { hasWording } from '#libs/text/segments/program-spans.js';
import type { Segment, SegmentPart } from '#libs/text/segments/segment.js';
import { asText, joinTexts } from '#libs/text/segments/segment-texts.js';
import type { TextRun } from './rich-text.js';
import type { LineItem } from './text-lines.js';

/** A line as a segment. Text in the look of most of its words is bare, each other look is a pair of tags. */
export interface LineSegment {
  parts: Segment;
  source: readonly TextRun[];
  /** The runs of a translation, undefined where it says what the line says already. */
  render(translation: Segment): TextRun[] | undefined;
}

/** The runs that are copied, and the segment between them. */
export interface LinePieces {
  before: TextRun[];
  segment?: LineSegment;
  after: TextRun[];
}

const showsBlanks = /<(?:\w+:)?(?:u|strike)\b/;

const fontNames = /<(?:\w+:)?(?:rFont|family|charset|scheme)\b[^<>]*>/g;
/** Fonts in which numbers and signs are pictures. */
const signFonts = /charset val="2"|dings|symbol/i;

/** Whether looks are the same but for the font, as programs choose it for numbers beside East Asian words. */
const differInFontAlone = (one: string, other: string): boolean =>
  !signFonts.test(one + other) && one.replace(fontNames, '') === other.replace(fontNames, '');

/**
 * A blank looks like the words before it, unless a line under or through it shows, and so do numbers and signs in
 * another font.
 */
const withoutBlankLooks = (items: readonly LineItem[]): LineItem[] => {
  if (items.length === 1) return [...items];
  const looked: LineItem[] = [];
  for (const [at, item] of items.entries()) {
    const neighbour = looked.findLast(({ kind }) => kind === 'text') ?? items.slice(at + 1).find(isWord);
    const { text, properties } = item.run;
    const isBlank = text.trim() === '' && !showsBlanks.test(properties);
    const isLike = (look: string): boolean => isBlank || (!/\p{L}/u.test(text) && differInFontAlone(look, properties));
    const isBare = item.kind === 'text' && neighbour !== undefined && isLike(neighbour.run.properties);
    const run = isBare ? { text, properties: neighbour.run.properties } : item.run;
    const last = looked.at(-1);
    if (item.kind === 'text' && last?.kind === 'text' && last.run.properties === run.properties) {
      last.run = { text: last.run.text + run.text, properties: run.properties };
    } else looked.push({ kind: item.kind, run });
  }
  return looked;
};

const isWord = ({ kind, run }: LineItem): boolean => kind === 'text' && run.text.trim() !== '';

const usualLook = (items: readonly LineItem[]): string => {
  const first = items[0]?.run.properties ?? '';
  if (items.every(({ run }) => run.properties === first)) return first;
  const lengths = new Map<string, number>();
  for (const { run } of items) {
    const length = run.text.replace(/\s+/g, '').length;
    lengths.set(run.properties, (lengths.get(run.properties) ?? 0) + length);
  }
  return [...lengths].reduce((best, each) => (each[1] > best[1] ? each : best), ['', 0] as const)[0];
};

const trimmed = (items: LineItem[]): LinePieces & { items: LineItem[] } => {
  const before: TextRun[] = [];
  const after: TextRun[] = [];
  const first = items[0];
  if (first !== undefined) {
    const { text, properties } = first.run;
    const rest = text.trimStart();
    if (rest !== text) before.push({ text: text.slice(0, text.length - rest.length), properties });
    if (rest === '') items.shift();
    else items[0] = { ...first, run: { text: rest, properties } };
  }
  const last = items.at(-1);
  if (last !== undefined) {
    const { text, properties } = last.run;
    const rest = text.trimEnd();
    if (rest !== text) after.push({ text: text.slice(rest.length), properties });
    if (rest === '') items.pop();
    else items[items.length - 1] = { ...last, run: { text: rest, properties } };
  }
  return { before, after, items };
};

export const piecesOfLine = (line: readonly LineItem[]): LinePieces => {
  const { before, after, items } = trimmed(withoutBlankLooks(line));
  const isText = hasWording(items.map(({ run }) => run.text).join(''));
  return isText
    ? { before, segment: segmentOf(items), after }
    : { before: [...before, ...items.map(({ run }) => run)], after };
};

const segmentOf = (items: readonly LineItem[]): LineSegment => {
  const base = usualLook(items);
  const parts: SegmentPart[] = [];
  const tags = new Map<number, TextRun>();
  for (const { kind, run } of items) {
    const text: SegmentPart = { kind: 'text', text: run.text.toWellFormed() };
    const id = tags.size + 1;
    if (kind === 'text' && run.properties === base) parts.push(text);
    else {
      tags.set(id, run);
      // The blank keeps the words around a break apart wherever an engine puts the tag.
      if (kind === 'break') parts.push(...blankAfter(parts.at(-1)), { kind: 'single', id });
      else parts.push({ kind: 'open', id }, text, { kind: 'close', id });
    }
  }
  const source = joinTexts(parts);
  return {
    parts: source,
    source: items.map(({ run }) => run),
    render(translation) {
      if (sameSegment(source, asText(translation))) return undefined;
      return runsOf(repairTags(source, asText(onOneLine(translation))), tags, base);
    },
  };
};

const blankAfter = (part: SegmentPart | undefined): SegmentPart[] =>
  part && 'text' in part && /\s$/.test(part.text) ? [] : [{ kind: 'text', text: ' ' }];

const runsOf = (translation: Segment, tags: ReadonlyMap<number, TextRun>, base: string): TextRun[] => {
  const runs: TextRun[] = [];
  const looks: string[] = [];
  for (const part of translation) {
    const properties = looks.at(-1) ?? base;
    if ('text' in part) runs.push({ text: part.text, properties });
    else if (part.kind === 'open') looks.push(tags.get(part.id)?.properties ?? base);
    else if (part.kind === 'close') looks.pop();
    else {
      // A break takes the place of the blank before it.
      const last = runs.at(-1);
      if (last !== undefined) last.text = last.text.replace(/ $/, '');
      runs.push({ text: tags.get(part.id)?.text ?? '', properties });
    }
  }
  return runs;
};

/** A translation stands on one line, as its source does, and without characters that XML cannot hold. */
export const onOneLine = (translation: Segment): Segment =>
  translation.map((part): SegmentPart => {
    if (!('text' in part)) return part;
    const text = part.text.replace(/[\s\u0085]+/g, (space) => (/[^ \u00a0]/.test(space) ? ' ' : space));
    return { ...part, text: text.toWellFormed() };
  });
