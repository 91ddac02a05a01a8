import { countCodePoints, countWords } from '#libs/documents/formats/counting.js';
import type { ExtractedSegment } from '#libs/documents/formats/format.port.js';
import type { TextSize } from '#libs/domain/document/document.events.js';
import { plainText } from '#libs/text/segments/plain-text.js';

/** The size of a text as far as its segments have been read. */
export class ReadSize {
  private segmentCount = 0;
  private wordCount = 0;
  private characterCount = 0;
  private isWhole = false;

  /** Its words and characters are counted only where those of `known` are not: where that has no segments. */
  constructor(private readonly known: TextSize) {}

  add(segments: readonly ExtractedSegment[]): void {
    this.segmentCount += segments.length;
    if (this.known.segmentCount > 0) return;
    for (const { parts } of segments) {
      const text = plainText(parts);
      this.wordCount += countWords(text);
      this.characterCount += countCodePoints(text);
    }
  }

  /** All segments have been read. Returns the size; it is that which was known, where there was one. */
  end(): TextSize {
    this.isWhole = true;
    const { segmentCount, wordCount, characterCount, known } = this;
    return known.segmentCount > 0 ? known : { wordCount, characterCount, segmentCount };
  }

  /** The segments that there are, or are likely to be. */
  get expectedSegments(): number {
    const { segmentCount, characterCount, known } = this;
    if (this.isWhole) return segmentCount;
    if (known.segmentCount > 0) return Math.max(segmentCount, known.segmentCount);
    const left = Math.max(0, known.characterCount - characterCount);
    return segmentCount + Math.ceil((left * segmentCount) / Math.max(1, characterCount));
  }
}
