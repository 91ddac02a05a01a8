import type { GlossaryEntry } from './glossary-entry.js';

export interface AppliedTerm extends GlossaryEntry {
  count: number;
}

/** Counts the terms put into the segments of one request. */
export class TermTally {
  private readonly counts = new Map<string, AppliedTerm>();

  add({ source, target }: GlossaryEntry): void {
    const counted = this.counts.get(source);
    if (counted === undefined) this.counts.set(source, { source, target, count: 1 });
    else counted.count += 1;
  }

  /** Lists each term once, in the order in which they were first found. */
  get applied(): AppliedTerm[] {
    return [...this.counts.values()].map((term) => ({ ...term }));
  }
}
