import { type Fragment, isSameDirection } from './fragments.js';

/** In heights of a line: how far below the last one the next line of a paragraph stands, at most. */
export const maxDown = 2.1;

/**
 * The marked contents whose lines stand below each other as those of a paragraph do. Some programs mark a
 * whole page as one, with its head, foot and tables.
 */
export const taggedParagraphs = (fragments: readonly Fragment[]): ReadonlySet<number> => {
  const lasts = new Map<number, Fragment>();
  const others = new Set<number>();
  for (const fragment of fragments) {
    const { mcid } = fragment;
    if (mcid === undefined) continue;
    const last = lasts.get(mcid);
    if (last && !isBelow(last, fragment)) others.add(mcid);
    lasts.set(mcid, fragment);
  }
  return new Set([...lasts.keys()].filter((mcid) => !others.has(mcid)));
};

/** Whether a line goes on the last one, or stands right below it. */
const isBelow = (last: Fragment, line: Fragment): boolean => {
  const down = last.across - line.across;
  return isSameDirection(last.direction, line.direction) && down > -0.5 * last.height && down < maxDown * last.height;
};
