import type { SegmentRole } from '#libs/documents/formats/format.port.js';
import type { Segment } from '#libs/text/segments/segment.js';

/** A stretch of the source, `start` to `end` in UTF-16 units; `isChanged`: `text` is not what stands there. */
export interface SourcePiece {
  kind: 'source';
  start: number;
  end: number;
  text: string;
  isChanged: boolean;
}

/** A stretch of the source that a translation replaces. */
export interface SegmentPiece {
  kind: 'segment';
  start: number;
  end: number;
  role: SegmentRole;
  parts: Segment;
  /** The pieces that it stands for; segments in it (of a footnote) come behind it, in their order. */
  source: readonly StoryPiece[];
  /** The pieces for a translation that has every tag of `parts` once, well nested. */
  render(translation: Segment): (string | StoryPiece)[];
  above?: SourceAbove;
}

/** The source text before the first segment of a line, for a line with a segment that is translated otherwise than it was. */
export interface SourceAbove {
  segments: readonly SegmentPiece[];
  text: string;
}

export type StoryPiece = SourcePiece | SegmentPiece;

export const sourcePiece = (
  start: number,
  text: string,
  end = start + text.length,
  isChanged = false,
): SourcePiece => ({
  kind: 'source',
  start,
  end,
  text,
  isChanged,
});

/** Segments before those that they hold. */
export function* segmentsIn(pieces: readonly (string | StoryPiece)[]): Generator<SegmentPiece, void> {
  for (const piece of pieces) {
    if (typeof piece === 'string' || piece.kind === 'source') continue;
    yield piece;
    yield* segmentsIn(piece.source);
  }
}
