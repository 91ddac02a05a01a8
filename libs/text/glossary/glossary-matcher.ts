import { runAtOnce, runInSlices } from '#libs/platform/async/time-slices.js';
import type { Segment, SegmentPart } from '#libs/text/segments/segment.js';
import type { GlossaryEntry } from './glossary-entry.js';
import type { GlossaryLanguages } from './glossary-languages.js';
import { TagPairs } from './tag-pairs.js';
import { TermFinder } from './term-finder.js';
import { placeTerms } from './term-placement.js';
import type { TermTally } from './term-tally.js';

export interface GlossaryMatcher {
  /** Number of entries. */
  readonly size: number;
  /** Estimate of the memory that the glossary takes. */
  readonly bytes: number;
  /**
   * Replaces each term of the glossary in a segment by its target, a `keep` part; returns the segment itself where
   * there is none.
   */
  apply(segment: Segment, tally?: TermTally): Segment;
}

/** Finds the stretches without a `keep` part: from the first part to before the last. */
const searchable = (segment: Segment): { from: number; to: number }[] => {
  const stretches: { from: number; to: number }[] = [];
  let from = 0;
  segment.forEach((part, index) => {
    if (part.kind !== 'keep') return;
    if (index > from) stretches.push({ from, to: index });
    from = index + 1;
  });
  if (from < segment.length) stretches.push({ from, to: segment.length });
  return stretches;
};

const textOf = (segment: Segment, { from, to }: { from: number; to: number }): string => {
  let text = '';
  for (let index = from; index < to; index += 1) {
    const part = segment[index];
    if (part?.kind === 'text') text += part.text;
  }
  return text;
};

class CompiledGlossary implements GlossaryMatcher {
  private readonly finder: TermFinder;

  constructor(
    readonly size: number,
    finder: TermFinder,
  ) {
    this.finder = finder;
  }

  get bytes(): number {
    return this.finder.bytes;
  }

  apply(segment: Segment, tally?: TermTally): Segment {
    let pairs: TagPairs | undefined;
    const pairsOf = () => {
      pairs ??= new TagPairs(segment);
      return pairs;
    };
    const out: SegmentPart[] = [];
    let copied = 0;
    for (const stretch of searchable(segment)) {
      const text = textOf(segment, stretch);
      const found = this.finder.find(text);
      if (found.length === 0) continue;
      for (const { entry } of found) tally?.add(entry);
      const replaced = placeTerms(segment, { ...stretch, text }, found, pairsOf);
      for (const part of segment.slice(copied, stretch.from)) out.push(part);
      for (const part of replaced) out.push(part);
      copied = stretch.to;
    }
    if (copied === 0) return segment;
    return out.concat(segment.slice(copied));
  }
}

/**
 * Compiles a glossary. Terms are found as whole words, in scripts without spaces anywhere, whatever their case, white
 * space and normal form, also where tags stand inside of them; the leftmost first, and of several the longest. An entry
 * in just the case of the text goes before others. It takes some 100 ms for 10,000 entries, in slices between which the
 * event loop runs.
 * @throws the signal's reason
 */
export const compileGlossary = async (
  entries: readonly GlossaryEntry[],
  languages: GlossaryLanguages,
  signal?: AbortSignal,
): Promise<GlossaryMatcher> =>
  new CompiledGlossary(entries.length, await runInSlices(TermFinder.of(entries, languages), signal));

/** Compiles a glossary without a pause, where nothing else needs the event loop. */
export const compileGlossaryAtOnce = (
  entries: readonly GlossaryEntry[],
  languages: GlossaryLanguages,
): GlossaryMatcher => new CompiledGlossary(entries.length, runAtOnce(TermFinder.of(entries, languages)));
