import type { SlicedWork } from '#libs/platform/async/time-slices.js';
import { type CaseFolding, caseFoldingOf } from './case-folding.js';
import { FoldedText } from './folded-text.js';
import type { GlossaryEntry } from './glossary-entry.js';
import type { GlossaryLanguages } from './glossary-languages.js';
import { TermAutomaton } from './term-automaton.js';
import { closenessOf, inCaseOf, LetterCase } from './term-case.js';
import { normalTerm } from './term-text.js';

/** A term in a text, from `start` to before `end`. */
export interface FoundTerm {
  start: number;
  end: number;
  entry: GlossaryEntry;
  /** The target in the case that the term has in the text. */
  target: string;
}

interface Candidate {
  entry: GlossaryEntry;
  term: string;
  target: string;
}

/**
 * UTF-16 units that may be compared in vain for each unit of the text: with terms that look like the text when folded
 * and are other words. A text made for that would have thousands of long ones at every place.
 */
const vainComparisons = 16;

/** Counts the units that may still be compared in vain. */
interface Effort {
  left: number;
}

/** Bytes that an object with two strings, its place in a list and its list cost in V8, about. */
const bytesPerEntry = 200;

/** Entries between two places where compiling can pause. */
const entriesPerSlice = 64;

interface FoldedEntries {
  byFolded: Map<string, Candidate[]>;
  /** UTF-16 units of all entries. */
  characters: number;
}

const foldEntries = function* (entries: readonly GlossaryEntry[], folding: CaseFolding): SlicedWork<FoldedEntries> {
  const byFolded = new Map<string, Candidate[]>();
  let characters = 0;
  for (const [index, { source, target }] of entries.entries()) {
    if (index % entriesPerSlice === 0) yield;
    const term = normalTerm(source);
    const folded = new FoldedText(term, folding).text;
    if (folded === '') continue;
    characters += source.length + 2 * term.length + target.length;
    const candidate = { entry: { source, target }, term, target: target.trim() };
    const alike = byFolded.get(folded);
    if (alike === undefined) byFolded.set(folded, [candidate]);
    else alike.push(candidate);
  }
  return { byFolded, characters };
};

/** Finds the terms of a glossary in a text: whole words, leftmost first, the longest of those that begin there. */
export class TermFinder {
  /** Candidates by the index of the folded term in the automaton. */
  private readonly candidates: Candidate[][];
  private readonly lengths: Uint32Array;
  private readonly sourceCase: LetterCase;
  private readonly targetCase: LetterCase;
  private readonly folding: CaseFolding;
  private readonly automaton: TermAutomaton;

  private constructor(
    readonly bytes: number,
    byFolded: ReadonlyMap<string, Candidate[]>,
    automaton: TermAutomaton,
    folding: CaseFolding,
    languages: GlossaryLanguages,
  ) {
    this.candidates = [...byFolded.values()];
    this.lengths = Uint32Array.from(byFolded.keys(), ({ length }) => length);
    this.automaton = automaton;
    this.folding = folding;
    this.sourceCase = new LetterCase(languages.source);
    this.targetCase = new LetterCase(languages.target);
  }

  static *of(entries: readonly GlossaryEntry[], languages: GlossaryLanguages): SlicedWork<TermFinder> {
    const folding = caseFoldingOf(languages.source);
    const { byFolded, characters } = yield* foldEntries(entries, folding);
    const automaton = yield* TermAutomaton.of([...byFolded.keys()]);
    const bytes = automaton.bytes + bytesPerEntry * entries.length + 2 * characters;
    return new TermFinder(bytes, byFolded, automaton, folding, languages);
  }

  /** Returns terms in the order of the text, none overlapping another. */
  find(text: string): FoundTerm[] {
    const folded = new FoldedText(text, this.folding);
    const nodes = this.firstTerms(folded);
    const found: FoundTerm[] = [];
    const effort = { left: vainComparisons * (folded.length + 100) };
    for (let at = 0; at < folded.length; at += 1) {
      const node = nodes[at] ?? 0;
      if (node === 0 || !folded.isLimit(at)) continue;
      const longest = this.longest(text, folded, at, node, effort);
      if (longest === undefined) continue;
      found.push(longest.term);
      at = longest.after - 1;
    }
    return found;
  }

  /** Returns for each unit the node of the longest term that begins there, or 0. */
  private firstTerms(folded: FoldedText): Uint32Array {
    const nodes = new Uint32Array(folded.length);
    let node = 0;
    for (let at = folded.length - 1; at >= 0; at -= 1) {
      node = this.automaton.step(node, folded.units[at] ?? 0);
      nodes[at] = this.automaton.firstTerm(node);
    }
    return nodes;
  }

  private longest(
    text: string,
    folded: FoldedText,
    at: number,
    first: number,
    effort: Effort,
  ): { term: FoundTerm; after: number } | undefined {
    const start = folded.starts[at] ?? 0;
    for (let node = first; node !== 0 && effort.left > 0; node = this.automaton.nextTerm(node)) {
      const index = this.automaton.termOf(node);
      const after = at + (this.lengths[index] ?? 0);
      if (!folded.isLimit(after)) continue;
      const end = folded.ends[after - 1] ?? 0;
      const written = normalTerm(text.slice(start, end));
      const candidate = this.closest(written, this.candidates[index] ?? []);
      if (candidate !== undefined) {
        const { entry, term, target } = candidate;
        return { term: { start, end, entry, target: inCaseOf(written, term, target, this.targetCase) }, after };
      }
      effort.left -= written.length * (this.candidates[index]?.length ?? 0);
    }
    return undefined;
  }

  private closest(written: string, candidates: readonly Candidate[]): Candidate | undefined {
    let closest: Candidate | undefined;
    let best = Number.POSITIVE_INFINITY;
    for (const candidate of candidates) {
      const closeness = closenessOf(written, candidate.term, this.sourceCase);
      if (closeness === undefined || closeness >= best) continue;
      closest = candidate;
      best = closeness;
    }
    return closest;
  }
}
