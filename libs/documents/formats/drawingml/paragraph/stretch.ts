import { hasWording } from '#libs/text/segments/program-spans.js';
import type { Segment, SegmentPart } from '#libs/text/segments/segment.js';
import { isBlank } from '../../inline/paragraph-tree.js';
import type { DrawingRun } from './drawing-run.js';
import type { DrawingItem } from './paragraph-items.js';

/** Text of one look; a pair of tags where it is not the look of the stretch; a single tag. */
type StretchNode =
  | { kind: 'text'; text: string; run: DrawingRun }
  | { kind: 'single'; items: DrawingItem[]; isBreak: boolean };

export type StretchTag = { kind: 'pair'; run: DrawingRun } | { kind: 'single'; items: readonly DrawingItem[] };

/** Words that are one segment, and what stands at their edges. */
export interface Stretch {
  parts: Segment;
  prefix: readonly DrawingItem[];
  suffix: readonly DrawingItem[];
  /** The look of text that is in no tag. */
  run: DrawingRun;
  tags: ReadonlyMap<number, StretchTag>;
}

/** The segment of items between two separators, undefined where they hold no letter. */
export const stretchOf = (items: readonly DrawingItem[]): Stretch | undefined => {
  const [start, end] = wordsIn(items);
  const nodes = joined(items.slice(start, end));
  const run = mainRun(nodes);
  if (run === undefined || !hasWording(nodes.map((node) => (node.kind === 'text' ? node.text : '')).join('')))
    return undefined;
  const before = blanksBefore(nodes);
  const after = blanksAfter(nodes);
  spaceBeforeBreaks(nodes);
  return {
    ...partsOf(nodes, run),
    prefix: [...items.slice(0, start), ...before],
    suffix: [...after, ...items.slice(end)],
    run,
  };
};

/** The items from the first to the last that has more than white space. */
const wordsIn = (items: readonly DrawingItem[]): [start: number, end: number] => {
  const hasWords = (item: DrawingItem) => item.kind === 'text' && !isBlank(item.text);
  const start = items.findIndex(hasWords);
  return start < 0 ? [0, 0] : [start, items.findLastIndex(hasWords) + 1];
};

const joined = (items: readonly DrawingItem[]): StretchNode[] => {
  const nodes: StretchNode[] = [];
  for (const item of items) {
    const last = nodes.at(-1);
    if (item.kind !== 'text') {
      if (last?.kind === 'single') last.items.push(item);
      else nodes.push({ kind: 'single', items: [item], isBreak: item.kind === 'break' });
    } else if (last?.kind === 'text' && canJoin(last, item)) {
      if (isBlank(last.text) && !isBlank(item.text)) last.run = item.run;
      last.text += item.text;
    } else nodes.push({ kind: 'text', text: item.text, run: item.run });
  }
  return nodes;
};

type Text = { text: string; run: DrawingRun };

/** White space looks the same in any run that does not underline or mark it, so it never cuts a text. */
const canJoin = (last: Text, next: Text): boolean => {
  if (last.run.look === next.run.look) return true;
  return (isBlank(last.text) || isBlank(next.text)) && !last.run.showsBlanks && !next.run.showsBlanks;
};

const mainRun = (nodes: readonly StretchNode[]): DrawingRun | undefined => {
  const lengths = new Map<string, { run: DrawingRun; length: number }>();
  for (const node of nodes) {
    if (node.kind !== 'text') continue;
    const counted = lengths.get(node.run.look) ?? { run: node.run, length: 0 };
    counted.length += node.text.replace(/\s/g, '').length;
    lengths.set(node.run.look, counted);
  }
  let main: { run: DrawingRun; length: number } | undefined;
  for (const counted of lengths.values()) if (main === undefined || counted.length > main.length) main = counted;
  return main?.run;
};

const blanksBefore = (nodes: readonly StretchNode[]): DrawingItem[] => {
  const first = nodes[0];
  if (first?.kind !== 'text') return [];
  const { text, run } = first;
  first.text = text.trimStart();
  return first.text === text ? [] : [{ kind: 'text', text: text.slice(0, text.length - first.text.length), run }];
};

const blanksAfter = (nodes: readonly StretchNode[]): DrawingItem[] => {
  const last = nodes.at(-1);
  if (last?.kind !== 'text') return [];
  const { text, run } = last;
  last.text = text.trimEnd();
  return last.text === text ? [] : [{ kind: 'text', text: text.slice(last.text.length), run }];
};

/** A break parts words; so that they stay apart where a translation moves it away, a space goes before it. */
const spaceBeforeBreaks = (nodes: readonly StretchNode[]): void => {
  for (const [at, node] of nodes.entries()) {
    const before = nodes[at - 1];
    if (node.kind === 'single' && node.isBreak && before?.kind === 'text') before.text = `${before.text.trimEnd()} `;
  }
};

const partsOf = (nodes: readonly StretchNode[], main: DrawingRun): Pick<Stretch, 'parts' | 'tags'> => {
  const parts: SegmentPart[] = [];
  const tags = new Map<number, StretchTag>();
  for (const node of nodes) {
    const id = tags.size + 1;
    if (node.kind === 'single') {
      tags.set(id, node);
      parts.push({ kind: 'single', id });
    } else if (node.run.look === main.look) parts.push({ kind: 'text', text: node.text });
    else {
      tags.set(id, { kind: 'pair', run: node.run });
      parts.push({ kind: 'open', id }, { kind: 'text', text: node.text }, { kind: 'close', id });
    }
  }
  return { parts, tags };
};
