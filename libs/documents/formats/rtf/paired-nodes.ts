import { type Entry, flatNodes } from './flat-formatting.js';
import type { InlineNode, PairNode } from './inline-nodes.js';
import type { Item } from './items.js';
import { toggles } from './rtf.words.js';

/** Words of formatting that wait for their end, at most. */
const maxOpen = 32;

/** The items of a paragraph with the pairs among them found. */
export const nodesOf = (items: readonly Item[], formatting: (words: string) => string): InlineNode[] => {
  const stack: { open: Item & { kind: 'open' }; entries: Entry[] }[] = [];
  const root: Entry[] = [];
  let entries = root;
  for (const item of items) {
    if (item.kind === 'open') {
      entries = [];
      stack.push({ open: item, entries });
    } else if (item.kind === 'close') {
      const frame = stack.pop();
      entries = stack.at(-1)?.entries ?? root;
      if (frame) entries.push(groupOf(frame.open, levelNodes(frame.entries, formatting), frame.entries, item.raw));
      else entries.push({ kind: 'single', pieces: [item.raw], state: '', isOpen: true });
    } else entries.push(item.kind === 'control' ? item : nodeOf(item));
  }
  const all = [...root];
  for (const { open, entries: inner } of stack) {
    all.push({ kind: 'single', pieces: [open.raw], state: '', isOpen: true });
    for (const entry of inner) all.push(entry);
  }
  return levelNodes(all, formatting);
};

const nodeOf = (item: Exclude<Item, { kind: 'open' | 'close' | 'control' }>): InlineNode => {
  if (item.kind === 'text') return { kind: 'text', atoms: [item], state: '' };
  if (item.kind === 'invisible') return { kind: 'invisible', raw: item.raw, state: item.isState ? item.raw : '' };
  const pieces = item.kind === 'nested' ? item.pieces : [item.raw];
  const isPicture = item.kind === 'nested' && item.isPicture === true;
  return { kind: 'single', pieces, state: '', isOpen: false, isBreak: item.kind === 'break', isPicture };
};

const groupOf = (
  open: Item & { kind: 'open' },
  children: InlineNode[],
  entries: readonly Entry[],
  close: string,
): PairNode => {
  const isUniform = !entries.some(({ kind }) => kind === 'control');
  return {
    kind: 'pair',
    open: [open.raw],
    close: [close],
    children,
    look: isUniform ? open.look : undefined,
    isGroup: true,
    underlines: open.underlines,
  };
};

const levelNodes = (entries: readonly Entry[], formatting: (words: string) => string): InlineNode[] =>
  flatNodes(entries, pairToggles, formatting) ?? pairToggles(entries);

/** Makes pairs of words such as `\b` and `\b0`; all other formatting stands by itself. */
const pairToggles = (entries: readonly Entry[]): InlineNode[] => {
  const nodes: InlineNode[] = [];
  const open: { at: number; control: Item & { kind: 'control' } }[] = [];
  for (const entry of entries) {
    if (entry.kind !== 'control') {
      nodes.push(entry);
      continue;
    }
    const found = open.findLastIndex(({ control }) => endsToggle(entry, control.word));
    const start = open[found];
    if (!start) {
      if (toggles.has(entry.word) && !entry.isOff) open.push({ at: nodes.length, control: entry });
      if (open.length > maxOpen) open.shift();
      nodes.push({ kind: 'single', pieces: [entry.raw], state: entry.raw, isOpen: false });
      continue;
    }
    open.length = found;
    const children = nodes.splice(start.at).slice(1);
    const { raw, word } = start.control;
    nodes.push({
      kind: 'pair',
      open: [raw],
      close: [entry.raw],
      children,
      look: undefined,
      isGroup: false,
      underlines: word.startsWith('ul'),
    });
  }
  return nodes;
};

const endsToggle = ({ word, isOff }: Item & { kind: 'control' }, begun: string): boolean => {
  if (word === begun) return isOff;
  return word === toggles.get(begun) || (begun.startsWith('ul') && word === 'ulnone');
};
