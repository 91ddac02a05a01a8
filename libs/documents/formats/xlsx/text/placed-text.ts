import type { SegmentRole } from '#libs/documents/formats/format.port.js';
import type { TextUnit } from '#libs/documents/formats/opc/text-unit.js';
import type { Segment } from '#libs/text/segments/segment.js';

/** The segments of one place, and what their translations make of it; undefined where it stays as it is. */
export interface PlacedText {
  segments: readonly Segment[];
  render(translations: readonly Segment[]): string | undefined;
}

/** The segments of a text with their role and their part. */
export const placed = (text: PlacedText, role: SegmentRole, part: string): TextUnit['segments'] =>
  text.segments.map((parts) => ({ role, parts, part }));
