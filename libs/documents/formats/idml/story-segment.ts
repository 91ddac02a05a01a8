import type { SegmentRole } from '#libs/documents/formats/format.port.js';
import { withoutAddedSpace, withSpaceBefore } from '#libs/documents/formats/inline/added-space.js';
import { hasWording } from '#libs/text/segments/program-spans.js';
import type { Segment, SegmentPart } from '#libs/text/segments/segment.js';
import { type SourceCopy, sourceCopy } from './source-copy.js';
import type { Around, Item, Path } from './story-items.js';
import { type SegmentPiece, type SourcePiece, type StoryPiece, sourcePiece } from './story-pieces.js';
import { StoryWriter } from './story-writer.js';

/** The content that a tag of a segment stands for. */
export type Tag =
  | { kind: 'single'; path: Path; pieces: readonly StoryPiece[]; isBreak: boolean }
  | { kind: 'once'; path: Path; element: Around; content: Content }
  | { kind: 'look'; content: Content };

/** Text within a tag looks like `looks`: the ranges between the last element that has to stay one and the text. */
export interface Content {
  looks: Path;
}

/** A segment, what its text begins in, and its source as it stands above its translation. */
export interface ReadSegment {
  piece: SegmentPiece;
  path: Path;
  copy(): SourceCopy;
}

type Node =
  | (Item & { kind: 'text' | 'single' })
  | { kind: 'once'; open: Item & { kind: 'open' | 'close' }; nodes: Node[] };

/** The segment of items that begin and end with words; undefined where there is no letter. */
export const segmentOf = (
  items: readonly Item[],
  role: SegmentRole,
  held: readonly StoryPiece[],
): ReadSegment | undefined => {
  const [first, last] = [items[0], items.at(-1)];
  if (!first || !last || !hasWording(items.map((item) => (item.kind === 'text' ? item.text : '')).join('')))
    return undefined;
  const read: SegmentPart[] = [];
  const tags: Tag[] = [];
  const content = readLevel(nodesOf(items), read, tags);
  const breaks = tags.flatMap((tag, at) => (tag.kind === 'single' && tag.isBreak ? [at + 1] : []));
  const { parts, spaced } = withSpaceBefore(read, new Set(breaks));
  const { start, end } = { start: first.start, end: last.end };
  const render = (translation: Segment) =>
    new StoryWriter(tags, content).write(withoutAddedSpace(translation, spaced), first.path, last.path);
  const piece: SegmentPiece = { kind: 'segment', start, end, role, parts, source: cutOut(held, start, end), render };
  return {
    piece,
    path: first.path,
    copy: () => sourceCopy(withoutAddedSpace(parts, spaced), tags, content.looks, first.path),
  };
};

const nodesOf = (items: readonly Item[]): Node[] => {
  const root: Node[] = [];
  const stack = [root];
  for (const item of items) {
    const nodes = stack.at(-1) ?? root;
    if (item.kind === 'open') {
      const inner: Node[] = [];
      nodes.push({ kind: 'once', open: item, nodes: inner });
      stack.push(inner);
    } else if (item.kind === 'close') stack.pop();
    else if (item.kind === 'single') addSingle(nodes, item);
    else if (item.kind === 'text') nodes.push(item);
  }
  return root;
};

/** Marks that stand side by side are one tag. */
const addSingle = (nodes: Node[], item: Item & { kind: 'single' }): void => {
  const last = nodes.at(-1);
  const areAlike = (one: Path, other: Path): boolean =>
    one.length === other.length &&
    one.every(({ kind, look }, at) => kind === other[at]?.kind && look === other[at].look);
  if (last?.kind === 'single' && areAlike(last.path, item.path)) {
    last.pieces.push(...item.pieces);
    last.isBreak ||= item.isBreak;
  } else nodes.push({ ...item, pieces: [...item.pieces] });
};

const looksOf = (path: Path): Path => path.slice(path.findLastIndex(({ kind }) => kind === 'once') + 1).filter(isLook);
const isLook = ({ kind }: Around): boolean => kind === 'look';
const keyOf = (looks: Path): string => looks.map(({ look }) => look).join('\n');

const isUnbroken = (looks: Path): boolean => looks.some((look) => look.isUnbroken);

/** Reads nodes into parts: text of the look of most has no tag, all other looks are pairs. */
const readLevel = (nodes: readonly Node[], parts: SegmentPart[], tags: Tag[]): Content => {
  const content = { looks: mainLooks(nodes) };
  const main = keyOf(content.looks);
  for (let at = 0; at < nodes.length; ) {
    const node = nodes[at];
    if (node?.kind === 'text' && !node.isBlank && keyOf(looksOf(node.path)) !== main) {
      const inner = nodes.slice(at, endOfLook(nodes, at, keyOf(looksOf(node.path))));
      addPair({ kind: 'look', content: { looks: mainLooks(inner) } }, parts, tags, () => {
        for (const one of inner) addNode(one, parts, tags);
      });
      at += inner.length;
    } else {
      if (node) addNode(node, parts, tags);
      at += 1;
    }
  }
  return content;
};

const endOfLook = (nodes: readonly Node[], start: number, key: string): number => {
  let end = start + 1;
  for (let at = start + 1; at < nodes.length; at += 1) {
    const node = nodes[at];
    if (node?.kind === 'once' || !node) break;
    if (node.kind === 'text' && !node.isBlank) {
      if (keyOf(looksOf(node.path)) !== key) break;
      end = at + 1;
    }
  }
  return end;
};

/** The look of most of the text, of ranges in which lines can end where there is one. */
const mainLooks = (nodes: readonly Node[]): Path => {
  const counted = new Map<string, { looks: Path; length: number }>();
  for (const node of nodes) {
    if (node.kind !== 'text') continue;
    const looks = looksOf(node.path);
    const found = counted.get(keyOf(looks)) ?? { looks, length: 0 };
    found.length += node.isBlank ? 0 : node.text.length;
    if (isUnbroken(found.looks) && !node.isBlank && !isUnbroken(looks)) found.looks = looks;
    counted.set(keyOf(looks), found);
  }
  let main: { looks: Path; length: number } | undefined;
  for (const found of counted.values()) if (main === undefined || found.length > main.length) main = found;
  return main?.looks ?? [];
};

const addNode = (node: Node, parts: SegmentPart[], tags: Tag[]): void => {
  if (node.kind === 'text') {
    const last = parts.at(-1);
    if (last?.kind === 'text') parts[parts.length - 1] = { kind: 'text', text: last.text + node.text };
    else parts.push({ kind: 'text', text: node.text });
  } else if (node.kind === 'single') {
    tags.push({ kind: 'single', path: node.path, pieces: node.pieces, isBreak: node.isBreak === true });
    parts.push({ kind: 'single', id: tags.length });
  } else {
    const { path, element } = node.open;
    const tag: Tag = { kind: 'once', path, element, content: { looks: [] } };
    addPair(tag, parts, tags, () => {
      tag.content = readLevel(node.nodes, parts, tags);
    });
  }
};

const addPair = (tag: Tag, parts: SegmentPart[], tags: Tag[], addInner: () => void): void => {
  tags.push(tag);
  const id = tags.length;
  parts.push({ kind: 'open', id });
  addInner();
  parts.push({ kind: 'close', id });
};

/** The pieces between two places; text is the only kind that they can be cut in. */
export const cutOut = (held: readonly StoryPiece[], start: number, end: number): StoryPiece[] => {
  const within: StoryPiece[] = [];
  for (let at = firstBehind(held, start); at < held.length; at += 1) {
    const piece = held[at];
    if (piece === undefined || piece.start >= end) break;
    const isWhole = piece.kind === 'segment' || (piece.start >= start && piece.end <= end);
    within.push(isWhole ? piece : cutPiece(piece, start, end));
  }
  return within;
};

/** The index of the first piece that ends behind a place. */
const firstBehind = (held: readonly StoryPiece[], place: number): number => {
  let [low, high] = [0, held.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((held[middle]?.end ?? place) > place) high = middle;
    else low = middle + 1;
  }
  return low;
};

const cutPiece = (piece: SourcePiece, start: number, end: number): SourcePiece => {
  const from = Math.max(start, piece.start);
  return sourcePiece(from, piece.text.slice(from - piece.start, Math.min(end, piece.end) - piece.start));
};
