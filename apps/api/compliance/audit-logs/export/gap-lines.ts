import { type Subtree, subtreesOf } from '@transledger/audit-proof';

/** Entries that are passed over: from a number on, up to another. */
export interface Gap {
  from: number;
  to: number;
}

/** The gaps before each of these entries, where something is passed over; `next` is the number that comes first. */
export const gapsBefore = (numbers: readonly number[], next: number): (Gap | undefined)[] => {
  let from = next;
  return numbers.map((to) => {
    const gap = to > from ? { from, to } : undefined;
    from = to + 1;
    return gap;
  });
};

/** The lines of gaps, with the hashes of all of them asked for at once; undefined where there is no gap. */
export const gapLines = async (
  gaps: readonly (Gap | undefined)[],
  hashesOf: (subtrees: readonly Subtree[]) => Promise<Uint8Array[]>,
): Promise<string[]> => {
  const subtrees = gaps.map((gap) => (gap === undefined ? [] : subtreesOf(gap.from, gap.to)));
  const all = subtrees.flat();
  const hashes = all.length === 0 ? [] : await hashesOf(all);
  let at = 0;
  return gaps.map((gap, index) => {
    const count = subtrees[index]?.length ?? 0;
    const own = hashes.slice(at, at + count).map((hash) => Buffer.from(hash).toString('base64'));
    at += count;
    return gap === undefined ? '' : `${JSON.stringify({ type: 'gap', ...gap, hashes: own })}\n`;
  });
};
