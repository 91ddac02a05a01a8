import type { MergeSummary } from './format.port.js';

/** Counts the segments whose translation did not fit in its place, by their parts. */
export class Overflows {
  private readonly counts = new Map<string, number>();

  add(part: string, count = 1): void {
    if (count > 0) this.counts.set(part, (this.counts.get(part) ?? 0) + count);
  }

  get summary(): Required<Pick<MergeSummary, 'overflowed' | 'overflowedIn'>> {
    const overflowedIn = [...this.counts].map(([part, count]) => ({ part, count }));
    return { overflowed: overflowedIn.reduce((sum, { count }) => sum + count, 0), overflowedIn };
  }
}
