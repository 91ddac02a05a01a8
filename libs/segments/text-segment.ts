import { plainText } from './plain-text.js';
import { protectSpans } from './protected-spans.js';
import type { Segment } from './segment.js';

/** A line of plain text as engines take it. */
export interface TextSegment {
  segment: Segment;
  /** The translation of the segment as text again, with what its tags stand for. */
  render: (translation: Segment) => string;
}

export const textSegment = (line: string): TextSegment => ({ segment: protectSpans(line), render: plainText });
