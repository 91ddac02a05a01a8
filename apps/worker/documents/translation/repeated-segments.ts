import { LRUCache } from 'lru-cache';
import type { Segment } from '#libs/text/segments/segment.js';

/** Characters of the segments that one document's work remembers, with their marks; translations come on top. */
const maxRemembered = 500_000;
/** Characters that an entry counts for by itself, so that very short ones cannot be very many. */
const entryOverhead = 50;

/** The translation of a segment, which may be under way still. */
export class RememberedTranslation {
  private found: Segment | undefined;

  constructor(private load: (() => Promise<Segment | undefined>) | undefined) {}

  async get(): Promise<Segment> {
    const found = this.found ?? (await this.load?.());
    if (found === undefined) throw new Error('A finished batch lacks a segment');
    this.found = found;
    this.load = undefined;
    return found;
  }
}

/**
 * The segments of a document that were there before. What it remembers follows from their order alone, so that a worker
 * that takes over finds the same ones.
 */
export class RepeatedSegments {
  private readonly known: LRUCache<string, RememberedTranslation>;

  constructor(maxCharacters = maxRemembered) {
    this.known = new LRUCache({
      maxSize: maxCharacters,
      sizeCalculation: (_translation, key) => key.length + entryOverhead,
    });
  }

  /** The translation of an equal segment before this one; else undefined, and `load` will answer for the next one. */
  findOrKeep(segment: Segment, load: () => Promise<Segment | undefined>): RememberedTranslation | undefined {
    const key = JSON.stringify(segment);
    const known = this.known.get(key);
    if (known === undefined) this.known.set(key, new RememberedTranslation(load));
    return known;
  }
}
