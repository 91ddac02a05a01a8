import { blockSpan, isControl, mayHoldBlock } from './program-spans.js';
import { protectSpans } from './protected-spans.js';
import type { Segment, SegmentPart } from './segment.js';
import { joinTexts } from './segment-texts.js';
import { tagMates } from './tag-mates.js';

/** A segment as texts that an engine translates one by one. */
export interface CutSegment {
  texts: readonly Segment[];
  /** The translation of the segment, from those of its texts. */
  join(translations: readonly Segment[]): Segment;
}

/** Blocks, and placeholders that formatting may tear apart. */
const torn = new RegExp(String.raw`${blockSpan}|[$#%]?\{\s?[#^/]?[\p{L}_][\p{L}\p{N}_.-]{0,79}\s?\}`, 'gu');

interface WholeBlocks {
  segment: SegmentPart[];
  /** The parts that a block was made of, by its text. */
  parts: ReadonlyMap<string, readonly Segment[]>;
}

const none: ReadonlyMap<string, readonly Segment[]> = new Map();

/**
 * The segment in which each block that tags tear apart is one protected part. Pairs of tags within it come back with it;
 * a tag whose other half stands outside moves to its edge.
 */
const withWholeBlocks = (segment: Segment): WholeBlocks => {
  const whole: WholeBlocks = { segment: [...segment], parts: none };
  if (segment.length < 3 || !segment.some((part) => !('text' in part))) return whole;
  const text = segment.map((part) => ('text' in part ? part.text : '')).join('');
  if (!mayHoldBlock.test(text)) return whole;
  const mates = tagMates(segment);
  const closers = new Map(Array.from(mates, ([open, close]) => [close, open]));
  const found: SegmentPart[] = [];
  const parts = new Map<string, Segment[]>();
  let index = 0;
  /** Place in the text of the part at `index`, and the code units of it that are taken. */
  let at = 0;
  let taken = 0;
  /** Takes parts up to a place of the text; tags at that place only where they are asked for. */
  const takeTo = (place: number, withTags: boolean): { part: SegmentPart; index: number }[] => {
    const row: { part: SegmentPart; index: number }[] = [];
    for (; index < segment.length; index += 1) {
      const part = segment[index];
      if (part === undefined) break;
      if (!('text' in part)) {
        if (at === place && !withTags) break;
        row.push({ part, index });
        continue;
      }
      const rest = part.text.slice(taken);
      if (at + rest.length > place) {
        if (place > at) row.push({ part: { kind: part.kind, text: rest.slice(0, place - at) }, index });
        taken += place - at;
        at = place;
        break;
      }
      if (rest !== '' || part.text === '') row.push({ part: { kind: part.kind, text: rest }, index });
      at += rest.length;
      taken = 0;
    }
    return row;
  };
  for (const { 0: block, index: start } of text.matchAll(torn)) {
    const before = takeTo(start, true);
    found.push(...before.map(({ part }) => part));
    const inside = takeTo(start + block.length, false);
    const tags = inside.filter(({ part }) => !('text' in part));
    if (tags.length === 0) {
      found.push(...inside.map(({ part }) => part));
      continue;
    }
    const indexes = new Set(tags.map((tag) => tag.index));
    const isWithin = (tag: { part: SegmentPart; index: number }): boolean => {
      const mate = mates.get(tag.index) ?? closers.get(tag.index);
      return mate === undefined || indexes.has(mate);
    };
    const loose = tags.filter((tag) => !isWithin(tag));
    const closing = loose.filter(({ part }) => part.kind === 'close');
    const opening = loose.filter(({ part }) => part.kind === 'open');
    const firstOpen = closers.get(closing[0]?.index ?? -1);
    const isAround = firstOpen !== undefined && before.at(-1)?.index === firstOpen;
    const kept = joinTexts(
      inside
        .filter((item) => 'text' in item.part || isWithin(item))
        .map(({ part }): SegmentPart => ('text' in part ? { kind: 'text', text: part.text } : part)),
    );
    const tagsOf = (row: readonly { part: SegmentPart }[]): SegmentPart[] => row.map(({ part }) => part);
    if (!isAround) found.push(...tagsOf(closing), ...tagsOf(opening));
    found.push({ kind: 'keep', text: block });
    if (isAround) found.push(...tagsOf(closing), ...tagsOf(opening));
    if (kept.length > 1) parts.set(block, [...(parts.get(block) ?? []), kept]);
  }
  found.push(...takeTo(Number.POSITIVE_INFINITY, true).map(({ part }) => part));
  return { segment: found, parts };
};

/** Puts the parts of blocks back in the place of their texts. */
const restored = (translation: Segment, parts: ReadonlyMap<string, readonly Segment[]>): Segment => {
  if (parts.size === 0) return translation;
  const left = new Map(Array.from(parts, ([block, found]) => [block, [...found]]));
  return translation.flatMap((part) => (part.kind === 'keep' ? (left.get(part.text)?.shift() ?? [part]) : [part]));
};

const hasLetters = (parts: Segment): boolean => parts.some((part) => part.kind === 'text' && /\p{L}/u.test(part.text));

/** White space at the ends of a text stays where it is. */
const trimmed = (parts: readonly SegmentPart[]): Record<'before' | 'text' | 'after', SegmentPart[]> => {
  const text = [...parts];
  const before: SegmentPart[] = [];
  const after: SegmentPart[] = [];
  const first = text[0];
  if (first?.kind === 'text') {
    const start = first.text.length - first.text.trimStart().length;
    before.push({ kind: 'text', text: first.text.slice(0, start) });
    text[0] = { kind: 'text', text: first.text.slice(start) };
  }
  const last = text.at(-1);
  if (last?.kind === 'text') {
    const end = last.text.trimEnd().length;
    after.push({ kind: 'text', text: last.text.slice(end) });
    text[text.length - 1] = { kind: 'text', text: last.text.slice(0, end) };
  }
  return { before, text: text.filter((part) => !('text' in part) || part.text !== ''), after };
};

/**
 * Protects what must stay untouched in a segment (URLs, placeholders, names), also where tags tear it apart, and cuts it
 * at statements of templates: what one shows is no sentence with what stands around it, and their order must not change.
 */
export const cutAtStatements = (segment: Segment): CutSegment => {
  const { segment: whole, parts } = withWholeBlocks(segment);
  const all = whole.flatMap((part): readonly SegmentPart[] =>
    part.kind === 'text' ? protectSpans(part.text) : [part],
  );
  const isStatement = (part: SegmentPart): boolean => part.kind === 'keep' && isControl(part.text);
  if (!all.some(isStatement)) return { texts: [all], join: ([only]) => restored(only ?? [], parts) };
  const texts: Segment[] = [];
  /** Parts that stay, and the places of texts between them. */
  const row: (SegmentPart | number)[] = [];
  let run: SegmentPart[] = [];
  const endRun = (): void => {
    if (!hasLetters(run)) row.push(...run);
    else {
      const { before, text, after } = trimmed(run);
      row.push(...before, texts.length, ...after);
      texts.push(text);
    }
    run = [];
  };
  for (const part of all) {
    if (!isStatement(part)) {
      run.push(part);
      continue;
    }
    endRun();
    row.push(part);
  }
  endRun();
  const join = (translations: readonly Segment[]): Segment =>
    restored(
      row.flatMap((item) => (typeof item === 'number' ? (translations[item] ?? []) : [item])),
      parts,
    );
  return { texts, join };
};
