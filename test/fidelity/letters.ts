import { createHash } from 'node:crypto';
import type { ExtractedSegment } from '#libs/documents/formats/format.port.js';
import type { Segment } from '#libs/text/segments/segment.js';

/** Counts of ASCII letters: of the source, of the translated file, and of those that became what they had to. */
export interface LetterCounts {
  source: number;
  translated: number;
  changed: number;
}

/** The ASCII letters of a file's segments in their order, a piece a segment. */
export async function* lettersOf(
  extraction: AsyncIterable<ExtractedSegment[]>,
  change: (segment: Segment) => Segment = (segment) => segment,
): AsyncGenerator<string, void> {
  for await (const segments of extraction) {
    for (const { parts } of segments) {
      yield change(parts)
        .map((part) => ('text' in part ? part.text.replace(/[^A-Za-z]/g, '') : ''))
        .join('');
    }
  }
}

/** Letters that come in pieces and are taken in pieces of another length. */
class LetterReader {
  total = 0;
  /** Sum of the hashes of all pieces, the same in whichever order they came. */
  sum = 0n;
  private held = '';
  private ended = false;

  constructor(private readonly pieces: AsyncGenerator<string, void>) {}

  /** The letters at hand, at least one until the end. */
  async peek(): Promise<string> {
    while (this.held === '' && !this.ended) {
      const { done, value } = await this.pieces.next();
      this.ended = done === true;
      this.held = value ?? '';
      this.total += this.held.length;
      if (this.held !== '') this.sum += createHash('sha256').update(this.held).digest().readBigUInt64BE();
    }
    return this.held;
  }

  take(length: number): void {
    this.held = this.held.slice(length);
  }
}

/**
 * Compares letters one by one; `wanted` are those that the letters of the source had to become. All are right, too, where
 * the same pieces came in another order: a workbook keeps a text that stands for several cells anew where one of them
 * may not change.
 */
export const compareLetters = async (
  wanted: AsyncGenerator<string, void>,
  translated: AsyncGenerator<string, void>,
): Promise<LetterCounts> => {
  const [source, result] = [new LetterReader(wanted), new LetterReader(translated)];
  let changed = 0;
  for (;;) {
    const [one, other] = [await source.peek(), await result.peek()];
    // Behind the end of the shorter one nothing is right, and everything is counted.
    const length = one === '' || other === '' ? Math.max(one.length, other.length) : Math.min(one.length, other.length);
    if (length === 0) {
      const isReordered = source.total === result.total && source.sum === result.sum;
      return { source: source.total, translated: result.total, changed: isReordered ? source.total : changed };
    }
    for (let at = 0; at < Math.min(one.length, other.length, length); at += 1) if (one[at] === other[at]) changed += 1;
    source.take(length);
    result.take(length);
  }
};
