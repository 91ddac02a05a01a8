import type { Segment, SegmentPart } from '#libs/text/segments/segment.js';
import { hasLetters, hasWords } from '../../inline/paragraph-tree.js';
import { contentOf, type InlineContent, type InlineNode } from './inline-nodes.js';
import type { Item, Marker, Piece } from './paragraph-items.js';

/** Words between two separators as a segment, and the markup behind its tags. */
export interface Stretch {
  parts: Segment;
  /** Markup that is left outside the segment at its two ends. */
  prefix: readonly Piece[];
  suffix: readonly Piece[];
  content: InlineContent;
  tags: ReadonlyMap<number, InlineNode>;
}

/** Markup that is left outside, one piece after another from the edge inwards. */
type Edge = Piece[][];

/** The stretch, undefined where there is nothing to translate. */
export const stretchOf = (items: readonly Item[]): Stretch | undefined => {
  let content = contentOf(items);
  if (!hasLetters(content.nodes)) return undefined;
  const left: Edge = [];
  const right: Edge = [];
  for (;;) {
    trimEdges(content, left, right);
    const only = content.nodes[0];
    if (only?.kind !== 'pair' || content.nodes.length > 1) break;
    left.push(markersOf(only.before), only.open);
    right.push(markersOf(only.after), only.close);
    content = only.content;
  }
  const parts: SegmentPart[] = [];
  const tags = new Map<number, InlineNode>();
  readParts(content.nodes, parts, tags);
  return { parts, prefix: left.flat(), suffix: right.toReversed().flat(), content, tags };
};

const markersOf = (markers: readonly Marker[]): Piece[] => markers.map((item) => ({ kind: 'item', item }));

const trimEdges = (content: InlineContent, left: Edge, right: Edge): void => {
  const { nodes, run } = content;
  left.push(markersOf(content.first.splice(0)));
  right.push(markersOf(content.last.splice(0)));
  let start = 0;
  for (; start < nodes.length; start += 1) {
    const node = nodes[start];
    if (node === undefined || (node.kind !== 'text' && hasWords([node]))) break;
    if (node.kind === 'text') {
      const text = node.text.trimStart();
      if (text !== '') {
        const blank = node.text.length - text.length;
        left.push([{ kind: 'text', text: node.text.slice(0, blank), run }]);
        node.text = text;
        node.marks = node.marks.map(({ at, marker }) => ({ at: Math.max(0, at - blank), marker }));
        break;
      }
    }
    left.push(everythingIn(node));
  }
  let end = nodes.length;
  for (; end > start; end -= 1) {
    const node = nodes[end - 1];
    if (node === undefined || (node.kind !== 'text' && hasWords([node]))) break;
    if (node.kind === 'text') {
      const { length } = node.text.trimEnd();
      if (length > 0) {
        right.push([{ kind: 'text', text: node.text.slice(length), run }]);
        node.text = node.text.slice(0, length);
        node.marks = node.marks.map(({ at, marker }) => ({ at: Math.min(length, at), marker }));
        break;
      }
    }
    right.push(everythingIn(node));
  }
  content.nodes = nodes.slice(start, end);
};

const everythingIn = (node: InlineNode): Piece[] => {
  if (node.kind === 'text') return [...markersOf(node.before), ...piecesOfText(node), ...markersOf(node.after)];
  const inside = node.kind === 'single' ? node.pieces : contentPieces(node);
  return [...markersOf(node.before), ...inside, ...markersOf(node.after)];
};

const piecesOfText = ({ text, run, marks }: InlineNode & { kind: 'text' }): Piece[] => {
  const pieces: Piece[] = [];
  let written = 0;
  for (const { at, marker } of marks) {
    pieces.push({ kind: 'text', text: text.slice(written, at), run }, { kind: 'item', item: marker });
    written = Math.max(written, at);
  }
  return [...pieces, { kind: 'text', text: text.slice(written), run }];
};

const contentPieces = ({ open, content, close }: InlineNode & { kind: 'pair' }): Piece[] => {
  const inside = content.nodes.flatMap(everythingIn);
  return [...open, ...markersOf(content.first), ...inside, ...markersOf(content.last), ...close];
};

const readParts = (nodes: readonly InlineNode[], parts: SegmentPart[], tags: Map<number, InlineNode>): void => {
  for (const node of nodes) {
    if (node.kind === 'text') parts.push({ kind: 'text', text: node.text });
    else {
      const id = tags.size + 1;
      tags.set(id, node);
      parts.push({ kind: node.kind === 'single' ? 'single' : 'open', id });
      if (node.kind === 'single') continue;
      readParts(node.content.nodes, parts, tags);
      parts.push({ kind: 'close', id });
    }
  }
};
