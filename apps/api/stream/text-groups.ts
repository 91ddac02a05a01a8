import type { Segment } from '#libs/text/segments/segment.js';
import { layOut } from '#libs/text/segments/text-layout.js';
import { type TextSegment, textSegment } from '#libs/text/segments/text-segment.js';

/** A piece of a text to translate, with what stands before it and stays as it is. */
export interface PlacedPiece extends TextSegment {
  before: string;
  /** Of the source, for the weight of its confidence. */
  length: number;
}

/** Pieces that the engine gets in one call. */
export interface PieceGroup {
  pieces: readonly PlacedPiece[];
  /** One piece without tags: its tokens can be given on as the engine makes them. */
  streams: boolean;
}

export interface GroupedText {
  groups: readonly PieceGroup[];
  /** What stands after the last piece. */
  after: string;
}

/** A call of its own for each short line would cost more than its tokens come earlier by. */
const shortPiece = 300;
const groupLength = 2_000;

const hasTags = (segment: Segment): boolean => segment.some(({ kind }) => kind !== 'text' && kind !== 'keep');

/** Cuts a text as a request over HTTP does, and groups the pieces: the first alone, so that its tokens come soon. */
export const groupText = (text: string, withTerms: (segment: Segment) => Segment): GroupedText => {
  const groups: PieceGroup[] = [];
  let gathered: PlacedPiece[] = [];
  let gatheredLength = 0;
  let before = '';
  const closeGroup = () => {
    if (gathered.length > 0) groups.push({ pieces: gathered, streams: false });
    gathered = [];
    gatheredLength = 0;
  };
  for (const piece of layOut(text)) {
    if (piece.kind === 'verbatim') {
      before += piece.text;
      continue;
    }
    const { segment: plain, render } = textSegment(piece.text);
    const segment = withTerms(plain);
    const placed = { segment, render, before, length: piece.text.length };
    before = '';
    const isFirst = groups.length === 0 && gathered.length === 0;
    if (!hasTags(segment) && (isFirst || placed.length > shortPiece)) {
      closeGroup();
      groups.push({ pieces: [placed], streams: true });
      continue;
    }
    gathered.push(placed);
    gatheredLength += placed.length;
    if (isFirst || gatheredLength >= groupLength) closeGroup();
  }
  closeGroup();
  return { groups, after: before };
};
