import type { SegmentRuns, TagNode } from '#libs/text/segments/segment-runs.js';
import type { Atom } from '../units/atom.js';

/** Maps the words of one text to the runs of its segment. */
export interface UnitRuns {
  /** All runs with something in the text, in order. */
  runs: readonly number[];
  /** The runs outside of every tag pair that does not enclose all of the text. */
  base: ReadonlySet<number>;
}

const ancestors = (node: TagNode | undefined): TagNode[] =>
  node === undefined ? [] : [...ancestors(node.parent), node];

const innermostCommon = (nodes: readonly (TagNode | undefined)[]): TagNode | undefined => {
  const [first = [], ...others] = nodes.map(ancestors);
  return first.findLast((node) => others.every((path) => path.includes(node)));
};

export const unitRunsOf = (atoms: readonly Atom[], source: SegmentRuns): UnitRuns => {
  const runs = [...new Set(atoms.map((atom) => atom.run))].sort((a, b) => a - b);
  const node = innermostCommon(runs.map((run) => source.runs[run]?.node));
  return { runs, base: new Set(runs.filter((run) => source.runs[run]?.node === node)) };
};
