import { protectSpans } from '#libs/text/segments/protected-spans.js';
import type { Segment, SegmentPart } from '#libs/text/segments/segment.js';

/** Marks the parts of a segment's texts that must stay untouched (URLs, placeholders). */
export const protect = (segment: Segment): Segment =>
  segment.flatMap((part): readonly SegmentPart[] => (part.kind === 'text' ? protectSpans(part.text) : [part]));
