import { plainText } from '#libs/text/segments/plain-text.js';
import { hasWording } from '#libs/text/segments/program-spans.js';
import type { Segment, SegmentPart } from '#libs/text/segments/segment.js';
import { addAll } from '../add-all.js';
import { addPiece } from '../copied-pieces.js';
import type { SegmentRole } from '../format.port.js';
import type { TextPiece } from '../text/text-walker.js';
import { withoutAddedSpace } from './added-space.js';
import { stretchesOf } from './program-runs.js';

/** An item in a run of text with inline markup. `raw` is as the file has it. */
export type InlineItem =
  | { kind: 'text'; raw: string }
  | { kind: 'open' | 'close'; name: string; raw: string; pieces?: readonly TextPiece[] }
  | {
      kind: 'single';
      raw: string;
      /** The raw tag in pieces, where it holds segments of its own. */
      pieces?: readonly TextPiece[];
      /** Words on both sides stand apart: engines are given a space between them. */
      apart?: boolean;
    };

export interface InlineSyntax {
  role: SegmentRole;
  /** Text as it is read; must decode each character by itself. */
  decode(raw: string): string;
  encode(text: string): string;
  /** White space at the start or end of a raw text, however it is written; an entity of at most 12 code units. */
  edgeSpace: { start: RegExp; end: RegExp };
  /** Whether runs of white space are as good as one space. */
  collapse: boolean;
  /** Whether a run is one segment whatever is in it: what would part segments is a tag. */
  isWhole?: boolean;
  /** Puts a translation together from encoded texts and raw tags; without it, one stands after the other. */
  layOut?(written: readonly WrittenPart[], source: readonly WrittenPart[], edges: () => RunEdges): string;
}

/** Lone tags and white space right beside a segment in its run, up to the next tag of a pair, which are copied. */
export interface RunEdges {
  before: readonly WrittenPart[];
  after: readonly WrittenPart[];
}

export interface WrittenPart {
  kind: 'text' | 'open' | 'close' | 'single';
  raw: string;
}

/**
 * The segment of a run, and the markup around it to be copied; only copied text where the run has no letter. Segments
 * within its tags come before it.
 */
export const piecesOfRun = (run: readonly InlineItem[], syntax: InlineSyntax): TextPiece[] => {
  const pieces: TextPiece[] = [];
  for (const { items, isCopied } of stretchesOf(run, syntax)) {
    const found = isCopied ? items.flatMap(piecesOf) : piecesOfStretch(items, syntax);
    for (const piece of found) addPiece(pieces, piece);
  }
  return pieces;
};

const piecesOfStretch = (run: readonly InlineItem[], ownSyntax: InlineSyntax): TextPiece[] => {
  const syntax = { ...ownSyntax, decode: decodedOnce(ownSyntax) };
  const items = splitEdgeSpace(run, syntax);
  const partners = pairTags(items);
  const [start, end] = withoutEdges(items, partners, syntax);
  const { parts, tags, spaced } = partsOf(items, partners, start, end, syntax);
  const pieces: TextPiece[] = [];
  const copy = (from: number, to: number): void => {
    for (let at = from; at < to; at += 1) for (const piece of piecesOf(items[at])) addPiece(pieces, piece);
  };
  if (!hasWording(plainText(parts))) {
    copy(0, items.length);
    return pieces;
  }
  const held = heldTags(items, start, end);
  const rawOf = (at: number): string => held.get(at)?.raw() ?? items[at]?.raw ?? '';
  const writtenOf = (segment: Segment): WrittenPart[] =>
    segment.map((part) =>
      'text' in part
        ? { kind: 'text', raw: syntax.encode(part.text) }
        : { kind: part.kind, raw: rawOf(tags.get(`${part.kind} ${part.id}`) ?? start) },
    );
  copy(0, start);
  for (const { segments } of held.values()) addAll(pieces, segments);
  pieces.push({
    role: syntax.role,
    parts,
    get source() {
      let source = '';
      for (let at = start; at < end; at += 1) source += rawOf(at);
      return source;
    },
    render: (translation) => {
      const written = writtenOf(withoutAddedSpace(translation, spaced));
      return syntax.layOut
        ? syntax.layOut(written, writtenOf(parts), () => edgesBeside(items, start, end))
        : written.map(({ raw }) => raw).join('');
    },
  });
  copy(end, items.length);
  return pieces;
};

const edgesBeside = (items: readonly InlineItem[], start: number, end: number): RunEdges => {
  const isOfPair = ({ kind }: InlineItem): boolean => kind === 'open' || kind === 'close';
  const first = items.findLastIndex((item, at) => at < start && isOfPair(item)) + 1;
  const last = items.findIndex((item, at) => at >= end && isOfPair(item));
  const partsIn = (from: number, to: number): WrittenPart[] =>
    items.slice(from, to).map(({ kind, raw }) => ({ kind, raw }));
  return { before: partsIn(first, start), after: partsIn(end, last === -1 ? items.length : last) };
};

const piecesOf = (item: InlineItem | undefined): readonly TextPiece[] => {
  if (!item) return [];
  return 'pieces' in item && item.pieces ? item.pieces : [item.raw];
};

/** Most runs are one text, which is looked at several times. */
const decodedOnce = (syntax: Pick<InlineSyntax, 'decode'>): InlineSyntax['decode'] => {
  let last: string | undefined;
  let decoded = '';
  return (raw) => {
    if (raw !== last) decoded = syntax.decode(raw);
    last = raw;
    return decoded;
  };
};

/** A run without the markup and white space at its ends. */
export const edgesOfRun = (
  run: readonly InlineItem[],
  syntax: Pick<InlineSyntax, 'decode' | 'edgeSpace'>,
): Record<'before' | 'core' | 'after', InlineItem[]> => {
  const items = splitEdgeSpace(run, syntax);
  const [start, end] = withoutEdges(items, pairTags(items), syntax);
  return { before: items.slice(0, start), core: items.slice(start, end), after: items.slice(end) };
};

/** A tag within a segment. Segments of its own are translated before, and written where the tag is. */
interface HeldTag {
  segments: TextPiece[];
  raw(): string;
}

const noTags: ReadonlyMap<number, HeldTag> = new Map();

const heldTags = (items: readonly InlineItem[], start: number, end: number): ReadonlyMap<number, HeldTag> => {
  let held: Map<number, HeldTag> | undefined;
  for (let at = start; at < end; at += 1) {
    const item = items[at];
    if (item && 'pieces' in item && item.pieces) {
      held ??= new Map();
      held.set(at, heldTag(item.pieces));
    }
  }
  return held ?? noTags;
};

const heldTag = (pieces: readonly TextPiece[]): HeldTag => {
  const texts = pieces.map((piece) => (typeof piece === 'string' ? piece : piece.source));
  const segments = pieces.flatMap((piece, at): TextPiece[] => {
    if (typeof piece === 'string') return [];
    const render = (translation: Segment): string => {
      texts[at] = piece.render(translation);
      return '';
    };
    return [{ ...piece, source: '', render }];
  });
  return { segments, raw: () => texts.join('') };
};

/** The end of a text is looked at so many code units at a time: a pattern that ends in `$` searches all it is given. */
const maxSpaceLength = 12;

/** White space at either end of a text is an item of its own. */
const splitEdgeSpace = (run: readonly InlineItem[], { edgeSpace }: Pick<InlineSyntax, 'edgeSpace'>): InlineItem[] => {
  const items: InlineItem[] = [];
  const addText = (raw: string): void => {
    if (raw !== '') items.push({ kind: 'text', raw });
  };
  for (const item of run) {
    if (item.kind !== 'text') {
      items.push(item);
      continue;
    }
    let { raw } = item;
    let before = '';
    let after = '';
    for (let space = edgeSpace.start.exec(raw); space; space = edgeSpace.start.exec(raw)) {
      before += space[0];
      raw = raw.slice(space[0].length);
    }
    const spaceAtEnd = (): string => edgeSpace.end.exec(raw.slice(-maxSpaceLength))?.[0] ?? '';
    for (let space = spaceAtEnd(); space !== ''; space = spaceAtEnd()) {
      after = space + after;
      raw = raw.slice(0, -space.length);
    }
    addText(before);
    addText(raw);
    addText(after);
  }
  return items;
};

/** The index of its partner within the run, for each open and close tag that has one. */
const pairTags = (items: readonly InlineItem[]): Map<number, number> => {
  const partners = new Map<number, number>();
  const open: { name: string; at: number }[] = [];
  /** How many of each name are open: what none of them closes is not looked for among all. */
  const counts = new Map<string, number>();
  items.forEach((item, at) => {
    if (item.kind === 'open') {
      open.push({ name: item.name, at });
      counts.set(item.name, (counts.get(item.name) ?? 0) + 1);
    }
    if (item.kind !== 'close' || !counts.get(item.name)) return;
    for (let last = open.pop(); last !== undefined; last = open.pop()) {
      counts.set(last.name, (counts.get(last.name) ?? 1) - 1);
      if (last.name !== item.name) continue;
      partners.set(last.at, at).set(at, last.at);
      return;
    }
  });
  return partners;
};

/** The items left without white space, lone tags, empty pairs, and pairs that hold all of the rest, at either end. */
const withoutEdges = (
  items: readonly InlineItem[],
  partners: ReadonlyMap<number, number>,
  { decode }: Pick<InlineSyntax, 'decode'>,
): [start: number, end: number] => {
  let start = 0;
  let end = items.length;
  const isBlank = (at: number): boolean => {
    const item = items[at];
    return item?.kind === 'text' ? decode(item.raw).trim() === '' : !partners.has(at);
  };
  /** Pairs with something in them: each is looked into once, however often another edge is taken off. */
  const filled = new Set<number>();
  const isEmptyPair = (from: number, to: number): boolean => {
    if (filled.has(from)) return false;
    for (let at = from + 1; at < to; at += 1) {
      if (isBlank(at)) continue;
      filled.add(from);
      return false;
    }
    return true;
  };
  for (let before = -1; before !== end - start; ) {
    before = end - start;
    while (start < end && isBlank(start)) start += 1;
    while (start < end && isBlank(end - 1)) end -= 1;
    if (start >= end) break;
    const first = partners.get(start) ?? -1;
    const last = partners.get(end - 1) ?? end;
    if (first === end - 1) {
      start += 1;
      end -= 1;
    } else if (first > start && isEmptyPair(start, first)) start = first + 1;
    else if (last < end - 1 && isEmptyPair(last, end - 1)) end = last;
  }
  return [start, Math.max(start, end)];
};

const partsOf = (
  items: readonly InlineItem[],
  partners: ReadonlyMap<number, number>,
  start: number,
  end: number,
  { decode, collapse }: InlineSyntax,
): { parts: Segment; tags: Map<string, number>; spaced: ReadonlySet<number> } => {
  const parts: SegmentPart[] = [];
  const tags = new Map<string, number>();
  /** Tags that a space was put before. */
  const spaced = new Set<number>();
  const ids = new Map<number, number>();
  let nextId = 1;
  let raw = '';
  const endText = (): void => {
    if (raw === '') return;
    const text = decode(raw).toWellFormed();
    parts.push({ kind: 'text', text: collapse ? text.replace(/[ \t\n\r\f]+/g, ' ') : text });
    raw = '';
  };
  const addTag = (kind: 'open' | 'close' | 'single', id: number, at: number): void => {
    endText();
    parts.push({ kind, id });
    tags.set(`${kind} ${id}`, at);
  };
  /** The end of the text so far, as it is written; undefined at the start and behind a space of ours. */
  let behind: string | undefined;
  const endsInSpace = (): boolean => behind === undefined || /\s$/.test(decode(behind.slice(-maxSpaceLength)));
  for (let at = start; at < end; at += 1) {
    const item = items[at];
    if (!item) continue;
    const partner = partners.get(at);
    if (item.kind === 'text') {
      raw += item.raw;
      behind = item.raw;
    } else if (partner === undefined) {
      if (item.kind === 'single' && item.apart && !endsInSpace() && !beginsWithSpace(items, at + 1, decode)) {
        raw += ' ';
        behind = undefined;
        spaced.add(nextId);
      }
      addTag('single', nextId, at);
      nextId += 1;
    } else if (item.kind === 'open') {
      ids.set(partner, nextId);
      addTag('open', nextId, at);
      nextId += 1;
    } else addTag('close', ids.get(at) ?? 0, at);
  }
  endText();
  return { parts, tags, spaced };
};

const beginsWithSpace = (items: readonly InlineItem[], from: number, decode: (raw: string) => string): boolean => {
  for (let at = from; at < items.length; at += 1) {
    const item = items[at];
    if (item?.kind === 'text') return /^\s/.test(decode(item.raw.slice(0, maxSpaceLength)));
  }
  return false;
};
