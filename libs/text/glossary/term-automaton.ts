import type { SlicedWork } from '#libs/platform/async/time-slices.js';

const reversed = (text: string): string => {
  const units = new Uint16Array(text.length);
  for (let at = 0; at < text.length; at += 1) units[text.length - 1 - at] = text.charCodeAt(at);
  return Buffer.from(units.buffer).toString('utf16le');
};

const sharedLength = (a: string, b: string): number => {
  let length = 0;
  while (length < a.length && a.charCodeAt(length) === b.charCodeAt(length)) length += 1;
  return length;
};

interface ReversedTerm {
  backwards: string;
  index: number;
}

const byUnits = (a: ReversedTerm, b: ReversedTerm): number => (a.backwards < b.backwards ? -1 : 1);

/** Terms of one run: few enough to be sorted within a millisecond or two. */
const runLength = 512;
/** Steps between two places where the work can pause. */
const stepsPerSlice = 512;

const merged = function* (a: readonly ReversedTerm[], b: readonly ReversedTerm[]): SlicedWork<ReversedTerm[]> {
  const all: ReversedTerm[] = [];
  let [fromA, fromB] = [0, 0];
  while (fromA < a.length || fromB < b.length) {
    const [first, second] = [a[fromA], b[fromB]];
    const takesFirst = second === undefined || (first !== undefined && byUnits(first, second) < 0);
    const next = takesFirst ? first : second;
    if (next !== undefined) all.push(next);
    if (takesFirst) fromA += 1;
    else fromB += 1;
    if (all.length % stepsPerSlice === 0) yield;
  }
  return all;
};

/** Sorts runs by themselves, then merges them by twos. */
const sortedTerms = function* (terms: readonly string[]): SlicedWork<ReversedTerm[]> {
  const runs: ReversedTerm[][] = [];
  for (let from = 0; from < terms.length; from += runLength) {
    const run = terms.slice(from, from + runLength);
    runs.push(run.map((term, at) => ({ backwards: reversed(term), index: from + at })).sort(byUnits));
    yield;
  }
  while (runs.length > 1) runs.push(yield* merged(runs.shift() ?? [], runs.shift() ?? []));
  return runs[0] ?? [];
};

/** Counts one node for each beginning of a sorted term, and the root. */
const countNodes = function* (sorted: readonly string[]): SlicedWork<number> {
  let nodes = 1;
  for (const [at, term] of sorted.entries()) {
    if (at % stepsPerSlice === 0) yield;
    nodes += term.length - sharedLength(term, sorted[at - 1] ?? '');
  }
  return nodes;
};

/**
 * Aho-Corasick over terms written backwards: a text is read from its end, so that at each place all terms that begin
 * there are known, the longest first. A node is a place in arrays, 18 bytes; the nodes below a node follow each other,
 * in the order of their units, and the terms are laid out level by level from their sorted list.
 */
export class TermAutomaton {
  private readonly units: Uint16Array;
  private readonly firstChild: Uint32Array;
  /** The longest end of a node's string that is a node too. */
  private readonly fallback: Uint32Array;
  /** The term that a node stands for, plus one. */
  private readonly term: Uint32Array;
  /** The next node on the way of fallbacks that stands for a term, or the root. */
  private readonly findNextTerm: Uint32Array;

  private constructor(nodes: number) {
    this.units = new Uint16Array(nodes);
    this.firstChild = new Uint32Array(nodes + 1);
    this.fallback = new Uint32Array(nodes);
    this.term = new Uint32Array(nodes);
    this.findNextTerm = new Uint32Array(nodes);
  }

  /** Builds the automaton of distinct, non-empty terms; `termOf` returns their indexes. */
  static *of(terms: readonly string[]): SlicedWork<TermAutomaton> {
    const order = yield* sortedTerms(terms);
    const sorted = order.map(({ backwards }) => backwards);
    const automaton = new TermAutomaton(yield* countNodes(sorted));
    yield* automaton.layOut(
      sorted,
      order.map(({ index }) => index),
    );
    return automaton;
  }

  get bytes(): number {
    return 18 * this.units.length;
  }

  /** Returns the node after a unit, given the node after the text that follows it; 0 is the root. */
  step(from: number, unit: number): number {
    let node = from;
    for (;;) {
      const child = this.child(node, unit);
      if (child !== 0) return child;
      if (node === 0) return 0;
      node = this.fallback[node] ?? 0;
    }
  }

  /** Returns the node of the longest term that begins at the current place of the text, or 0. */
  firstTerm(node: number): number {
    return this.term[node] === 0 ? this.nextTerm(node) : node;
  }

  /** Returns the node of the next shorter term, or 0. */
  nextTerm(node: number): number {
    return this.findNextTerm[node] ?? 0;
  }

  termOf(node: number): number {
    return (this.term[node] ?? 0) - 1;
  }

  private child(node: number, unit: number): number {
    let low = this.firstChild[node] ?? 0;
    let high = this.firstChild[node + 1] ?? 0;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const found = this.units[middle] ?? 0;
      if (found === unit) return middle;
      if (found < unit) low = middle + 1;
      else high = middle;
    }
    return 0;
  }

  private *layOut(sorted: readonly string[], indexes: readonly number[]): SlicedWork<void> {
    // Range of the sorted terms that begin with a node's string: from `low` to before `high`.
    const low = new Uint32Array(this.units.length);
    const high = new Uint32Array(this.units.length);
    high[0] = sorted.length;
    let next = 1;
    let depth = 0;
    let levelEnd = 1;
    for (let node = 0; node < this.units.length; node += 1) {
      if (node % stepsPerSlice === 0) yield;
      if (node === levelEnd) {
        depth += 1;
        levelEnd = next;
      }
      this.firstChild[node] = next;
      let at = low[node] ?? 0;
      const end = high[node] ?? 0;
      if (node !== 0 && sorted[at]?.length === depth) at += 1;
      while (at < end) {
        const unit = sorted[at]?.charCodeAt(depth) ?? 0;
        low[next] = at;
        if (sorted[at]?.length === depth + 1) this.term[next] = (indexes[at] ?? 0) + 1;
        while (at < end && sorted[at]?.charCodeAt(depth) === unit) at += 1;
        high[next] = at;
        this.units[next] = unit;
        if (node !== 0) {
          const fallback = this.step(this.fallback[node] ?? 0, unit);
          this.fallback[next] = fallback;
          this.findNextTerm[next] = this.firstTerm(fallback);
        }
        next += 1;
      }
    }
    this.firstChild[this.units.length] = next;
  }
}
