import type { ExtractedSegment } from '#libs/documents/formats/format.port.js';
import { plainText } from '#libs/text/segments/plain-text.js';

const maxSegments = 64;
const maxCharacters = 6_000;

export interface Batch {
  number: number;
  segments: ExtractedSegment[];
}

/**
 * Splits the segments of a document into batches, always at the same places: a batch number means the same segments
 * to the worker that takes over.
 */
export async function* batchesOf(extraction: AsyncIterable<ExtractedSegment[]>): AsyncGenerator<Batch> {
  let segments: ExtractedSegment[] = [];
  let characters = 0;
  let number = 0;
  for await (const extracted of extraction) {
    for (const segment of extracted) {
      segments.push(segment);
      characters += plainText(segment.parts).length;
      if (segments.length < maxSegments && characters < maxCharacters) continue;
      yield { number, segments };
      segments = [];
      characters = 0;
      number += 1;
    }
  }
  if (segments.length > 0) yield { number, segments };
}
