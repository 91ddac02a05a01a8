import { type Fragment, isSameDirection } from './fragments.js';
import { mirrored, runsLeftwards } from './reading-sides.js';

/** In heights of a line, from baseline to baseline: lines farther apart are in no column. */
const maxDown = 4;

/**
 * Where the column of each line ends: the farthest end of the lines of one size that begin at one place, drawn one after
 * the other, one below the other, lines that are drawn in signs among them. Of lines that run leftwards, as `mirrored`.
 */
export const columnEnds = (fragments: readonly Fragment[]): ReadonlyMap<Fragment, number> => {
  const ends = new Map<Fragment, number>();
  let column: { line: Fragment; seen: Fragment }[] = [];
  const close = (): void => {
    const end = column.reduce((farthest, { seen }) => Math.max(farthest, seen.end), Number.NEGATIVE_INFINITY);
    for (const { line } of column) ends.set(line, end);
    column = [];
  };
  for (const line of fragments) {
    const seen = runsLeftwards(line) ? mirrored(line) : line;
    const last = column.at(-1)?.seen;
    if (last && !isBelow(last, seen)) close();
    column.push({ line, seen });
  }
  close();
  return ends;
};

/** Whether a line stands below another of its size, and begins where it does. */
export const isBelow = (last: Fragment, line: Fragment): boolean => {
  const { height } = last;
  const down = last.across - line.across;
  return (
    isSameDirection(last.direction, line.direction) &&
    Math.abs(line.height - height) < 0.2 * height &&
    Math.abs(line.start - last.start) < 0.3 * height &&
    down > 0.5 * height &&
    down < maxDown * height
  );
};
