import { protectSpans } from '#libs/text/segments/protected-spans.js';
import type { Segment, SegmentPart } from '#libs/text/segments/segment.js';

/** Marks what must come through untouched (URLs, placeholders) in the texts of a segment. */
export const protect = (segment: Segment): Segment =>
  segment.flatMap((part): readonly SegmentPart[] => (part.kind === 'text' ? protectSpans(part.text) : [part]));
