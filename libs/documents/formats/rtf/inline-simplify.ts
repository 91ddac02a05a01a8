import { hasText, hasWords, type InlineNode, type PairNode, piecesOf, type TextNode } from './inline-nodes.js';
import { characterGroup } from './text-encoding.js';

/**
 * The same nodes with fewer tags: text that looks alike is one text, groups within groups are one pair, and what
 * has no text is one thing.
 */
export const simplified = (nodes: readonly InlineNode[]): InlineNode[] => {
  const row: InlineNode[] = [];
  for (const node of nodes) {
    if (node.kind !== 'pair') add(row, node);
    else for (const simple of simplifiedPair(node)) add(row, simple);
  }
  return row;
};

const simplifiedPair = (pair: PairNode): InlineNode[] => {
  const children = withoutEmptyLooks(simplified(pair.children));
  const whole = { ...pair, children };
  if (!children.some(hasText)) return [{ kind: 'single', pieces: piecesOf(whole), state: '', isOpen: false }];
  const isBlank = !children.some(hasWords) && !pair.underlines;
  const isOfCharacters = whole.open.length === 1 && whole.open[0] === characterGroup;
  if ((isBlank || isOfCharacters) && isPlainRun(whole)) return withoutLook(whole);
  return [withoutInnerPair(withoutEdges(whole))];
};

/** The pair with everything before its first text and behind its last moved into its tags. */
const withoutEdges = (pair: PairNode): PairNode => {
  const { children } = pair;
  const isEdge = (node: InlineNode): boolean => !hasText(node) && !(node.kind === 'single' && node.isOpen);
  const start = children.findIndex((node) => !isEdge(node));
  const end = children.findLastIndex((node) => !isEdge(node)) + 1;
  const isLooked = [...children.slice(0, start), ...children.slice(end)].some(({ kind }) => kind === 'single');
  return {
    ...pair,
    open: [...pair.open, ...children.slice(0, start).flatMap(piecesOf)],
    close: [...children.slice(end).flatMap(piecesOf), ...pair.close],
    children: children.slice(start, end),
    look: isLooked ? undefined : pair.look,
  };
};

/** Takes groups off whose formatting nobody sees. */
const withoutEmptyLooks = (nodes: readonly InlineNode[]): InlineNode[] => {
  const row: InlineNode[] = [];
  for (const node of nodes) {
    for (const bare of isPlainRun(node) && node.look === '' ? withoutLook(node) : [node]) add(row, bare);
  }
  return row;
};

/** The text of a pair whose formatting nobody sees. */
const withoutLook = ({ open, close, children, isGroup }: PairNode): InlineNode[] => {
  const texts = children.filter((child): child is TextNode => child.kind === 'text');
  const atoms = texts.flatMap((text) => text.atoms);
  const state = isGroup ? [] : [...open, ...texts.map((text) => text.state), ...close];
  return [{ kind: 'text', atoms, state: state.join('') }];
};

/** A pair that holds nothing but another pair is one pair with it. */
const withoutInnerPair = (pair: PairNode): PairNode => {
  const [inner, ...others] = pair.children;
  if (inner?.kind !== 'pair' || others.length > 0) return pair;
  return {
    ...pair,
    open: [...pair.open, ...inner.open],
    close: [...inner.close, ...pair.close],
    children: inner.children,
    look: pair.look !== undefined && inner.look !== undefined ? `${pair.look}{${inner.look}` : undefined,
    isGroup: pair.isGroup && inner.isGroup,
  };
};

const add = (row: InlineNode[], node: InlineNode): void => {
  const last = row.at(-1);
  const between = last?.kind === 'invisible' ? last : undefined;
  const before = between ? row.at(-2) : last;
  const drop = (): string => {
    if (between) row.pop();
    return between?.state ?? '';
  };
  if (last?.kind === 'invisible' && node.kind === 'invisible') {
    last.raw += node.raw;
    last.state += node.state;
  } else if (before?.kind === 'text' && node.kind === 'text') {
    before.state += drop() + node.state;
    for (const atom of node.atoms) before.atoms.push(atom);
  } else if (before?.kind === 'single' && node.kind === 'single') {
    if (between) row.pop();
    if (between) before.pieces.push(between.raw);
    for (const piece of node.pieces) before.pieces.push(piece);
    before.isBreak ||= node.isBreak;
    before.state += (between?.state ?? '') + node.state;
    before.isOpen ||= node.isOpen;
  } else if (before?.kind === 'pair' && node.kind === 'pair' && canFuse(before, node, between?.state ?? '')) {
    drop();
    for (const child of node.children) add(before.children, child);
  } else row.push(ownCopy(node));
};

/** A copy of a node, which additions do not change the original of. */
const ownCopy = (node: InlineNode): InlineNode => {
  if (node.kind === 'text') return { ...node, atoms: [...node.atoms] };
  return node.kind === 'single' ? { ...node, pieces: [...node.pieces] } : { ...node };
};

const canFuse = (one: PairNode, other: PairNode, state: string): boolean =>
  state === '' && one.isGroup && other.isGroup && one.look !== undefined && one.look === other.look;

/** Takes the group off the text of the look that most of the words have, where every text is in a group. */
export const withMainLook = (nodes: readonly InlineNode[]): InlineNode[] => {
  const isBare = nodes.some(
    (node) => (node.kind === 'text' && hasWords(node)) || (node.kind === 'single' && node.isOpen),
  );
  const lengths = new Map<string, number>();
  for (const node of nodes) {
    if (!isPlainRun(node) || !node.isGroup || node.look === undefined) continue;
    lengths.set(node.look, (lengths.get(node.look) ?? 0) + wordLength(node));
  }
  let main: string | undefined;
  for (const [look, length] of lengths) if (main === undefined || length > (lengths.get(main) ?? 0)) main = look;
  if (isBare || main === undefined) return withoutEmptyLooks(nodes);
  const row: InlineNode[] = [];
  const first = nodes.find((node): node is PairNode => isPlainRun(node) && node.look === main);
  const dress = { open: first?.open ?? [], close: first?.close ?? [] };
  for (const node of nodes) {
    const isMain = isPlainRun(node) && node.look === main;
    const texts = isMain ? node.children : [node];
    for (const text of texts) {
      if (text.kind === 'text') add(row, { ...text, state: isMain ? '' : text.state, dress });
      else if (!isMain) add(row, text);
    }
  }
  return row;
};

/** A group of text alone, with nothing in its tags that is translated. */
const isPlainRun = (node: InlineNode): node is PairNode =>
  node.kind === 'pair' &&
  node.children.every(({ kind }) => kind === 'text' || kind === 'invisible') &&
  [...node.open, ...node.close].every((piece) => typeof piece === 'string');

const wordLength = ({ children }: PairNode): number => {
  let length = 0;
  for (const child of children) {
    if (child.kind !== 'text') continue;
    for (const { isBlank, text } of child.atoms) if (!isBlank) length += text.length;
  }
  return length;
};
