import type { Segment, SegmentPart } from '#libs/text/segments/segment.js';
import { hasLetters, hasWords } from '../../inline/paragraph-tree.js';
import { contentOf, type InlineContent, type InlineNode, itemsIn } from './inline-content.js';
import type { Item, Marker, TextItem } from './paragraph-items.js';

/** The items of a paragraph up to a break as a segment, and the markup behind its tags. */
export interface Chunk {
  parts: Segment;
  /** Items that stay outside the segment at its two ends. */
  prefix: readonly Item[];
  suffix: readonly Item[];
  content: InlineContent;
  tags: ReadonlyMap<number, InlineNode>;
}

/** Items that are left outside, one group after another from the edge inwards. */
type Edge = Item[][];

/** The chunk, undefined where there is nothing to translate. */
export const readChunk = (items: readonly Item[]): Chunk | undefined => {
  let content = contentOf(items);
  if (!hasLetters(content.nodes)) return undefined;
  const left: Edge = [];
  const right: Edge = [];
  for (;;) {
    trimEdges(content, left, right);
    const only = content.nodes[0];
    if (only?.kind !== 'pair' || content.nodes.length > 1) break;
    left.push(only.before, only.container === undefined ? [] : [{ kind: 'open', container: only.container }]);
    right.push(only.after, only.container === undefined ? [] : [{ kind: 'close', container: only.container }]);
    content = only.content;
  }
  const parts: SegmentPart[] = [];
  const tags = new Map<number, InlineNode>();
  readParts(content.nodes, parts, tags);
  return {
    parts: keptApart(parts, tags),
    prefix: left.flat(),
    suffix: right.toReversed().flat(),
    content,
    tags,
  };
};

const trimEdges = (content: InlineContent, left: Edge, right: Edge): void => {
  const { nodes } = content;
  left.push(content.first.splice(0));
  right.push(content.last.splice(0));
  let start = 0;
  for (; start < nodes.length; start += 1) {
    const node = nodes[start];
    if (node === undefined || (node.kind !== 'text' && hasWords([node]))) break;
    if (node.kind === 'text') {
      const text = node.text.trimStart();
      if (text !== '') {
        const blanks = node.text.length - text.length;
        left.push(firstBlanks(node.items, blanks));
        node.text = text;
        node.marks = node.marks.map(({ at, marker }) => ({ at: Math.max(0, at - blanks), marker }));
        break;
      }
    }
    left.push(itemsIn(node));
  }
  let end = nodes.length;
  for (; end > start; end -= 1) {
    const node = nodes[end - 1];
    if (node === undefined || (node.kind !== 'text' && hasWords([node]))) break;
    if (node.kind === 'text') {
      const text = node.text.trimEnd();
      if (text !== '') {
        right.push(lastBlanks(node.items, node.text.length - text.length));
        node.text = text;
        node.marks = node.marks.map(({ at, marker }) => ({ at: Math.min(text.length, at), marker }));
        break;
      }
    }
    right.push(itemsIn(node));
  }
  content.nodes = nodes.slice(start, end);
};

/** The first blanks of a row of items, each in its own look: one of larger letters would make a line higher. */
const firstBlanks = (items: readonly (TextItem | Marker)[], count: number): TextItem[] => {
  const blanks: TextItem[] = [];
  let rest = count;
  for (const item of items) {
    if (item.kind !== 'text' || rest <= 0) continue;
    const text = item.text.slice(0, rest);
    blanks.push({ ...item, text });
    rest -= text.length;
  }
  return blanks;
};

const lastBlanks = (items: readonly (TextItem | Marker)[], count: number): TextItem[] => {
  const blanks: TextItem[] = [];
  let rest = count;
  for (const item of items.toReversed()) {
    if (item.kind !== 'text' || rest <= 0) continue;
    const text = item.text.slice(-rest);
    blanks.unshift({ ...item, text });
    rest -= text.length;
  }
  return blanks;
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

/** Words that only a line break or a picture separates get a space, so that they do not touch where the tag moves. */
const keptApart = (parts: readonly SegmentPart[], tags: ReadonlyMap<number, InlineNode>): Segment =>
  parts.map((part, at): SegmentPart => {
    const tag = parts[at + 1];
    const next = parts[at + 2];
    if (part.kind !== 'text' || tag?.kind !== 'single' || next?.kind !== 'text') return part;
    const node = tags.get(tag.id);
    if (node?.kind !== 'single' || !node.isApart || /\s$/.test(part.text) || /^\s/.test(next.text)) return part;
    return { kind: 'text', text: `${part.text} ` };
  });
