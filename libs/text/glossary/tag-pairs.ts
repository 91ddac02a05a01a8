import type { Segment } from '#libs/text/segments/segment.js';
import { tagMates } from '#libs/text/segments/tag-mates.js';

/** Knows which tags of a segment belong together, and whether there is something to read between two of its parts. */
export class TagPairs {
  private readonly mates = new Map<number, number>();
  /** Parts with something to read before each part. */
  private readonly readable: number[] = [];

  constructor(segment: Segment) {
    let readable = 0;
    for (const part of segment) {
      this.readable.push(readable);
      if (part.kind === 'keep' || (part.kind === 'text' && part.text.trim() !== '')) readable += 1;
    }
    for (const [open, close] of tagMates(segment)) this.mates.set(open, close).set(close, open);
  }

  /** Index of the other tag of a pair; undefined where it has none, or where pairs cross. */
  mateOf(index: number): number | undefined {
    return this.mates.get(index);
  }

  /** Whether one of the parts after `from` and before `to` can be read. */
  isReadableBetween(from: number, to: number): boolean {
    return (this.readable[to] ?? 0) > (this.readable[from + 1] ?? 0);
  }
}
