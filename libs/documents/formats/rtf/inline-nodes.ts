import type { RtfPiece, TextItem } from './items.js';

/** The formatting of a stretch of text: a group, or a word and the one that ends it. */
export interface PairNode {
  kind: 'pair';
  open: RtfPiece[];
  close: RtfPiece[];
  children: InlineNode[];
  /** Equal for groups that look the same; undefined where the formatting changes within, or is no group. */
  look: string | undefined;
  isGroup: boolean;
  underlines: boolean;
}

export interface TextNode {
  kind: 'text';
  atoms: TextItem[];
  /** Words without a look, lost when the text is written anew, that what follows depends on. */
  state: string;
  /** The group around a text whose look is that of most of the paragraph. */
  dress?: { open: RtfPiece[]; close: RtfPiece[] };
}

export type InlineNode =
  | PairNode
  | TextNode
  /** `state` is the formatting in it that lasts; `isOpen` marks braces whose partner is in another paragraph. */
  | { kind: 'single'; pieces: RtfPiece[]; state: string; isOpen: boolean; isBreak?: boolean; isPicture?: boolean }
  | { kind: 'invisible'; raw: string; state: string };

export const hasText = (node: InlineNode): boolean =>
  node.kind === 'text' ? node.atoms.length > 0 : node.kind === 'pair' && node.children.some(hasText);

/** Whether there is anything but white space. */
export const hasWords = (node: InlineNode): boolean =>
  node.kind === 'text'
    ? node.atoms.some(({ isBlank }) => !isBlank)
    : node.kind === 'pair' && node.children.some(hasWords);

/** Whether there is something that is anchored here and has text of its own: a note, a text box. */
export const isAnchor = (node: InlineNode): boolean =>
  node.kind === 'single'
    ? !node.isPicture && node.pieces.some((piece) => typeof piece !== 'string')
    : node.kind === 'pair' && node.children.some(isAnchor);

/** The bytes of a node as the source has them, but for what was dropped with formatting that nobody sees. */
export const piecesOf = (node: InlineNode): RtfPiece[] => {
  if (node.kind === 'text') {
    const raws = node.atoms.map(({ raw }) => raw);
    return node.dress && raws.length > 0 ? [...node.dress.open, ...raws, ...node.dress.close] : raws;
  }
  if (node.kind === 'single') return node.pieces;
  return node.kind === 'invisible' ? [node.raw] : [...node.open, ...node.children.flatMap(piecesOf), ...node.close];
};
