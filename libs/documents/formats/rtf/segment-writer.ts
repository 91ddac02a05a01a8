import type { Segment, SegmentPart } from '#libs/text/segments/segment.js';
import type { InlineNode, TextNode } from './inline-nodes.js';
import type { RtfPiece } from './items.js';
import { encodeText, endsInControlWord } from './text-encoding.js';

type Tag = Exclude<SegmentPart, { text: string }>;

/** Writes a translation with the markup behind its tags. */
export class SegmentWriter {
  private pieces: RtfPiece[] = [];
  private last: RtfPiece | undefined;
  private depth = 0;
  /** The group around text that has no tag. */
  private readonly dress: TextNode['dress'];

  constructor(
    private readonly nodes: readonly InlineNode[],
    private readonly tags: ReadonlyMap<number, InlineNode>,
    private readonly skip: number | undefined,
  ) {
    this.dress = nodes.find((node): node is TextNode => node.kind === 'text')?.dress;
  }

  /** `last` is what stands before, `lead` what begins the text. */
  write(source: Segment, translation: Segment, last: RtfPiece | undefined, lead: string): RtfPiece[] {
    this.last = last;
    const state = [...this.stateOf(this.nodes)].join('');
    const isShut = !isSameOrder(source, translation) && !this.nodes.some(isOpen) && state !== '';
    if (isShut) this.raw('{');
    if (lead !== '') this.raw(lead);
    for (const part of translation) {
      if ('text' in part) this.text(part.text);
      else this.tag(part, this.tags.get(part.id));
    }
    if (isShut) this.raw('}');
    this.raw(isShut ? state : [...lostStates(this.nodes)].join(''));
    return this.pieces;
  }

  private text(text: string): void {
    const encoded = encodeText(text, this.skip);
    if (encoded === '') return;
    const dress = this.depth === 0 ? this.dress : undefined;
    for (const piece of dress?.open ?? []) this.raw(piece);
    const needsSpace = typeof this.last === 'string' && /^[a-zA-Z0-9 -]/.test(encoded) && endsInControlWord(this.last);
    this.pieces.push(needsSpace ? ` ${encoded}` : encoded);
    this.last = undefined;
    for (const piece of dress?.close ?? []) this.raw(piece);
  }

  private tag({ kind }: Tag, node: InlineNode | undefined): void {
    if (node?.kind === 'single') for (const piece of node.pieces) this.raw(piece);
    if (node?.kind !== 'pair') return;
    this.depth += kind === 'open' ? 1 : -1;
    for (const piece of kind === 'open' ? node.open : node.close) this.raw(piece);
  }

  private raw(piece: RtfPiece): void {
    if (piece === '') return;
    this.pieces.push(piece);
    this.last = piece;
  }

  /** The formatting that still holds behind the paragraph. */
  private *stateOf(nodes: readonly InlineNode[]): Generator<string, void> {
    for (const node of nodes) {
      if (node.kind !== 'pair') yield node.state;
      else if (!node.isGroup) {
        yield node.open.filter((piece) => typeof piece === 'string').join('');
        yield* this.stateOf(node.children);
        yield node.close.filter((piece) => typeof piece === 'string').join('');
      }
    }
  }
}

/** Words that texts and the space between tags lose, and that what follows depends on. */
function* lostStates(nodes: readonly InlineNode[]): Generator<string, void> {
  for (const node of nodes) {
    if (node.kind === 'text' || node.kind === 'invisible') yield node.state;
    else if (node.kind === 'pair' && !node.isGroup) yield* lostStates(node.children);
  }
}

const isOpen = (node: InlineNode): boolean =>
  node.kind === 'single' ? node.isOpen : node.kind === 'pair' && node.children.some(isOpen);

const isSameOrder = (source: Segment, translation: Segment): boolean => {
  const tagsOf = (segment: Segment): string =>
    segment.map((part) => ('text' in part ? '' : `${part.kind}${part.id} `)).join('');
  return tagsOf(source) === tagsOf(translation);
};
