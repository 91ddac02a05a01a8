import type { SegmentRuns, TagNode } from '#libs/text/segments/segment-runs.js';
import type { Atom } from '../units/atom.js';

/** Maps the words of one text to the runs of its segment. */
export interface UnitRuns {
  /** All runs with something in the text, in order. */
  runs: readonly number[];
  /** The runs outside of every tag pair that does not enclose all of the text. */
  base: ReadonlySet<number>;
}

/** The innermost tag around two runs and all between them, or the root. */
const innermostAround = (first: number, last: number, { runs }: SegmentRuns): TagNode | undefined => {
  let node = runs[first]?.node;
  while (node?.parent !== undefined && node.endRun <= last) node = node.parent;
  return node;
};

export const unitRunsOf = (atoms: readonly Atom[], source: SegmentRuns): UnitRuns => {
  const runs = [...new Set(atoms.map((atom) => atom.run))].sort((a, b) => a - b);
  const [first = 0] = runs;
  const node = innermostAround(first, runs.at(-1) ?? first, source);
  return { runs, base: new Set(runs.filter((run) => source.runs[run]?.node === node)) };
};
