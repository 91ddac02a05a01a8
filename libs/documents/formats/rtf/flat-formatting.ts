import { changeOf, type Formatting, isUnderlined, isValue, lookOf } from './formatting.js';
import { hasWords, type InlineNode, type PairNode } from './inline-nodes.js';
import type { Item } from './items.js';

/** A node, or a control word that is in no pair yet. */
export type Entry = InlineNode | (Item & { kind: 'control' });

/**
 * The nodes of text whose formatting changes from word to word without groups, as programs of the Mac and simple editors
 * write it: text of the formatting of most has no tag, any other is in a group. Undefined where switches such as `\b` and
 * `\b0` are all that changes, and where something other than formatting does.
 */
export const flatNodes = (
  entries: readonly Entry[],
  nodesOf: (entries: readonly Entry[]) => InlineNode[],
  written: (words: string) => string,
): InlineNode[] | undefined => {
  const start = entries.findIndex(isWords);
  const end = entries.findLastIndex(isWords) + 1;
  const within = entries.slice(Math.max(start, 0), end);
  const controls = within.filter((entry) => entry.kind === 'control');
  const changes = controls.flatMap(({ change }) => change ?? []);
  const [first] = changes;
  const isFlat = controls.some(({ word, change }) => isValue(word) && change?.from !== change?.to);
  const isOpen = within.some((entry) => entry.kind === 'single' && entry.isOpen);
  if (!first || !isFlat || isOpen || changes.length < controls.length) return undefined;
  const main = mainFormatting(within, first.from);
  const last = changes.at(-1)?.to ?? first.from;
  return [
    ...nodesOf(entries.slice(0, start)),
    formattingNode(written(changeOf({ from: first.from, to: main }))),
    ...grouped(within, { start: first.from, main, written }),
    formattingNode(written(changeOf({ from: main, to: last }))),
    ...nodesOf(entries.slice(end)),
  ];
};

const isWords = (entry: Entry): boolean => entry.kind !== 'control' && hasWords(entry);

const formattingNode = (raw: string): InlineNode => ({ kind: 'single', pieces: [raw], state: raw, isOpen: false });

const mainFormatting = (entries: readonly Entry[], start: Formatting): Formatting => {
  const counted = new Map<string, { formatting: Formatting; length: number }>();
  let formatting = start;
  let look = lookOf(start);
  for (const entry of entries) {
    if (entry.kind === 'control') {
      formatting = entry.change?.to ?? formatting;
      look = lookOf(formatting);
    } else {
      const known = counted.get(look) ?? { formatting, length: 0 };
      counted.set(look, { ...known, length: known.length + lengthOf(entry) });
    }
  }
  let main = { formatting: start, length: 0 };
  for (const one of counted.values()) if (one.length > main.length) main = one;
  return main.formatting;
};

const lengthOf = (node: InlineNode): number => {
  if (node.kind === 'pair') return node.children.reduce((sum, child) => sum + lengthOf(child), 0);
  if (node.kind !== 'text') return 0;
  return node.atoms.reduce((sum, { isBlank, text }) => sum + (isBlank ? 0 : text.length), 0);
};

const grouped = (
  entries: readonly Entry[],
  { start, main, written }: { start: Formatting; main: Formatting; written: (words: string) => string },
): InlineNode[] => {
  const nodes: InlineNode[] = [];
  const mainLook = lookOf(main);
  let formatting = start;
  let look = lookOf(start);
  let group: { pair: PairNode; look: string } | undefined;
  for (const entry of entries) {
    if (entry.kind === 'control') {
      formatting = entry.change?.to ?? formatting;
      look = lookOf(formatting);
    } else if (entry.kind === 'invisible' && entry.state !== '') {
      // What follows depends on it, also behind the group.
      nodes.splice(group ? -1 : nodes.length, 0, entry);
    } else if (look === mainLook) {
      group = undefined;
      nodes.push(entry);
    } else if (group?.look === look) group.pair.children.push(entry);
    else {
      group = { pair: groupOf(entry, written(changeOf({ from: main, to: formatting })), formatting), look };
      nodes.push(group.pair);
    }
  }
  return nodes;
};

const groupOf = (node: InlineNode, look: string, formatting: Formatting): PairNode => ({
  kind: 'pair',
  open: [`{${look}`],
  close: ['}'],
  children: [node],
  look,
  isGroup: true,
  underlines: isUnderlined(formatting),
});
