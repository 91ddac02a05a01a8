import type { Segment, SegmentPart } from './segment.js';
import { tagMates } from './tag-mates.js';

export type ContentPart = Extract<SegmentPart, { text: string }>;
export type TagPart = Exclude<SegmentPart, { text: string }>;

/** A stretch of text without a tag inside. */
export interface Run {
  parts: ContentPart[];
  /** The innermost tag pair around it, or the root. */
  node: TagNode;
}

/** A tag pair, or one tag alone (single, or without its other half), in the tree of a segment. */
export interface TagNode {
  open: TagPart | undefined;
  close: TagPart | undefined;
  parent: TagNode | undefined;
  children: TagNode[];
  /** Number of runs before the tag. */
  firstRun: number;
  /** The runs inside the tag, its children's too, are those from `firstRun` to before `endRun`. */
  endRun: number;
}

export interface SegmentRuns {
  runs: Run[];
  root: TagNode;
}

const newNode = (open: TagPart | undefined, parent: TagNode | undefined, firstRun: number): TagNode => ({
  open,
  close: undefined,
  parent,
  children: [],
  firstRun,
  endRun: firstRun,
});

/** Splits a segment at its tags into runs, numbered from 0, and builds the tree of its tags. */
export const splitRuns = (segment: Segment): SegmentRuns => {
  const pairs = tagMates(segment);
  const closes = new Set(pairs.values());
  const root = newNode(undefined, undefined, 0);
  const runs: Run[] = [];
  let node = root;
  let isInsideRun = false;
  segment.forEach((part, index) => {
    if (part.kind === 'text' || part.kind === 'keep') {
      if (part.kind === 'text' && part.text === '') return;
      if (isInsideRun) runs.at(-1)?.parts.push(part);
      else runs.push({ parts: [part], node });
      isInsideRun = true;
      return;
    }
    isInsideRun = false;
    if (closes.has(index)) {
      node.close = part;
      node.endRun = runs.length;
      node = node.parent ?? root;
      return;
    }
    const child = newNode(part, node, runs.length);
    node.children.push(child);
    if (pairs.has(index)) node = child;
  });
  root.endRun = runs.length;
  return { runs, root };
};
