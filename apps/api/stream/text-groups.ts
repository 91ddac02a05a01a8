import type { Segment } from '#libs/text/segments/segment.js';
import { layOut } from '#libs/text/segments/text-layout.js';
import { type TextSegment, textSegment } from '#libs/text/segments/text-segment.js';

/** A piece of a text to translate, with the text before it that stays as it is. */
export interface PlacedPiece extends TextSegment {
  before: string;
  /** Length of the source, for the weight of its confidence. */
  length: number;
}

/** Pieces that are sent to the engine in one call. */
export interface PieceGroup {
  pieces: readonly PlacedPiece[];
  /** True for one piece without tags: its tokens can be passed on as the engine makes them. */
  streams: boolean;
}

export interface GroupedText {
  groups: readonly PieceGroup[];
  /** The text after the last piece. */
  after: string;
}

/** Length below which pieces share a call: a call for each short line would cost more than its earlier tokens gain. */
const shortPiece = 300;
const groupLength = 2_000;

const hasTags = (segment: Segment): boolean => segment.some(({ kind }) => kind !== 'text' && kind !== 'keep');

/** Splits a text as a request over HTTP does, and groups the pieces: the first alone, so that its tokens come soon. */
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
