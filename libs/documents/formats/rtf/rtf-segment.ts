import { plainText } from '#libs/text/segments/plain-text.js';
import { hasWording } from '#libs/text/segments/program-spans.js';
import type { Segment, SegmentPart } from '#libs/text/segments/segment.js';
import { addPiece } from '../copied-pieces.js';
import type { SegmentRole } from '../format.port.js';
import { withoutAddedSpace, withSpaceBefore } from '../inline/added-space.js';
import { hasWords, type InlineNode, isAnchor, piecesOf, type TextNode } from './inline-nodes.js';
import { simplified, withMainLook } from './inline-simplify.js';
import type { Item, RtfPiece } from './items.js';
import { nodesOf } from './paired-nodes.js';
import { SegmentWriter } from './segment-writer.js';

/** A paragraph, or a part of one, to be translated. */
export interface RtfSegment {
  role: SegmentRole;
  parts: Segment;
  /** The pieces that it stands for; segments in it (of a footnote) come behind it, in their order. */
  source: readonly RtfPiece[];
  /** The pieces to write for a translation that has every tag of `parts` once, well nested; `above` goes before them. */
  render(translation: Segment, above?: string): RtfPiece[];
}

/** The pieces of a run of items as it stands. */
export const sourceOf = (items: readonly Item[]): RtfPiece[] => {
  const pieces: RtfPiece[] = [];
  for (const item of items) {
    if (item.kind === 'nested') addPieces(pieces, item.pieces);
    else if (item.raw !== '') addPiece(pieces, item.raw);
  }
  return pieces;
};

/**
 * The segment of a run of items, undefined where it has no letter. `lead` is put before its text; `behind` is what the
 * run stands behind, `formatting` what becomes of control words of formatting.
 */
export const segmentOf = (
  items: readonly Item[],
  role: SegmentRole,
  lead: string,
  behind: string,
  formatting: (words: string) => string,
): RtfSegment | undefined => {
  if (!hasWording(items.map((item) => (item.kind === 'text' ? item.text : '')).join(''))) return undefined;
  const edge: Edge = { pieces: [], anchor: undefined };
  const before = edge.pieces;
  const after: RtfPiece[][] = [];
  let nodes = withoutEdges(simplified(nodesOf(items, formatting)), edge, after);
  let outer = placeAbove(edge);
  for (;;) {
    const only = nodes[0];
    if (only?.kind !== 'pair' || nodes.length > 1) break;
    const isDocument = typeof only.open[0] === 'string' && only.open[0].startsWith('{\\rtf');
    before.push(...only.open);
    after.push(only.close);
    nodes = withoutEdges(only.children, edge, after);
    if (isDocument) outer = placeAbove(edge);
  }
  nodes = withoutEdges(withMainLook(nodes), edge, after);
  const read: SegmentPart[] = [];
  const tags = new Map<number, InlineNode>();
  readParts(nodes, read, tags);
  const { parts, spaced } = withSpaceBefore(read, breaksAmong(tags));
  if (!hasWording(plainText(parts))) return undefined;
  const end = after.toReversed().flat();
  const skip = skipOf(items);
  const render = (translation: Segment, above = ''): RtfPiece[] => {
    const writer = new SegmentWriter(nodes, tags, skip);
    const leading = above === '' ? before : before.toSpliced(outer, 0, above);
    return joined([
      ...leading,
      ...writer.write(parts, withoutAddedSpace(translation, spaced), leading.at(-1) ?? behind, lead),
      ...end,
    ]);
  };
  return { role, parts, source: sourceOf(items), render };
};

/** The place of the source above a translation: behind numbers of lists and notes, before what is anchored here. */
const placeAbove = ({ pieces, anchor }: Edge): number => anchor ?? pieces.length;

/** The pieces before the words of a segment; `anchor` is the place of the first thing with text of its own. */
interface Edge {
  pieces: RtfPiece[];
  anchor: number | undefined;
}

const breaksAmong = (tags: ReadonlyMap<number, InlineNode>): ReadonlySet<number> =>
  new Set([...tags].filter(([, node]) => node.kind === 'single' && node.isBreak).map(([id]) => id));

/** Characters that follow `\uN` in all texts; undefined where they differ in that. */
const skipOf = (items: readonly Item[]): number | undefined => {
  let skip: number | undefined;
  for (const item of items) {
    if (item.kind !== 'text') continue;
    if (skip !== undefined && skip !== item.skip) return undefined;
    skip = item.skip;
  }
  return skip;
};

/** Fewer and longer strings. */
const joined = (pieces: readonly RtfPiece[]): RtfPiece[] => {
  const fewer: RtfPiece[] = [];
  addPieces(fewer, pieces);
  return fewer;
};

const addPieces = (pieces: RtfPiece[], others: readonly RtfPiece[]): void => {
  for (const piece of others) if (piece !== '') addPiece(pieces, piece);
};

/** The nodes less what has no words, and white space, at either end; `after` goes from the end inwards. */
const withoutEdges = (all: readonly InlineNode[], edge: Edge, after: RtfPiece[][]): InlineNode[] => {
  const before = edge.pieces;
  let start = 0;
  let end = all.length;
  for (let node = all[start]; node && !hasWords(node); node = all[start]) {
    if (isAnchor(node)) edge.anchor ??= before.length;
    before.push(...piecesOf(node));
    start += 1;
  }
  for (let node = all[end - 1]; node && end > start && !hasWords(node); node = all[end - 1]) {
    after.push(piecesOf(node));
    end -= 1;
  }
  const nodes = all.slice(start, end);
  const first = nodes[0];
  if (first?.kind === 'text') {
    const words = first.atoms.findIndex(({ isBlank }) => !isBlank);
    before.push(...piecesOf(withAtoms(first, 0, words)));
    nodes[0] = withAtoms(first, words);
  }
  const last = nodes.at(-1);
  if (last?.kind === 'text') {
    const words = last.atoms.findLastIndex(({ isBlank }) => !isBlank) + 1;
    after.push(piecesOf(withAtoms(last, words)));
    nodes[nodes.length - 1] = withAtoms(last, 0, words);
  }
  return nodes;
};

const withAtoms = (node: TextNode, start: number, end?: number): TextNode => ({
  ...node,
  atoms: node.atoms.slice(start, end),
});

const readParts = (nodes: readonly InlineNode[], parts: SegmentPart[], tags: Map<number, InlineNode>): void => {
  for (const node of nodes) {
    if (node.kind === 'invisible') continue;
    if (node.kind === 'text') {
      const text = node.atoms.map((atom) => atom.text).join('');
      const last = parts.at(-1);
      if (last?.kind === 'text') parts[parts.length - 1] = { kind: 'text', text: (last.text + text).toWellFormed() };
      else if (text !== '') parts.push({ kind: 'text', text: text.toWellFormed() });
      continue;
    }
    const id = tags.size + 1;
    tags.set(id, node);
    parts.push({ kind: node.kind === 'single' ? 'single' : 'open', id });
    if (node.kind === 'single') continue;
    readParts(node.children, parts, tags);
    parts.push({ kind: 'close', id });
  }
};
