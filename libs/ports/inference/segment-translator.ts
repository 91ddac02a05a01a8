import type { Segment } from '#libs/text/segments/segment.js';
import type { TranslatedSegment } from './inference.port.js';

/** Translates the segments of one request. */
export interface SegmentTranslator {
  translate(segment: Segment): Promise<TranslatedSegment>;
  /** Streams the translation, tags left out; returns the confidence. */
  stream(segment: Segment): AsyncGenerator<string, number, undefined>;
}
