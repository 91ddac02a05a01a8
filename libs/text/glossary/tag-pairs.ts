import type { Segment } from '#libs/text/segments/segment.js';

/** Knows which tags of a segment belong together, and whether there is something to read between two of its parts. */
export class TagPairs {
  private readonly mates = new Map<number, number>();
  /** Parts with something to read before each part. */
  private readonly readable: number[] = [];

  constructor(segment: Segment) {
    const open: { id: number; index: number }[] = [];
    let readable = 0;
    segment.forEach((part, index) => {
      this.readable.push(readable);
      if (part.kind === 'keep' || (part.kind === 'text' && part.text.trim() !== '')) readable += 1;
      if (part.kind === 'open') open.push({ id: part.id, index });
      if (part.kind !== 'close') return;
      const depth = open.findLastIndex(({ id }) => id === part.id);
      const mate = open[depth]?.index;
      if (mate === undefined) return;
      this.mates.set(mate, index).set(index, mate);
      open.length = depth;
    });
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
