import type { PageRange } from '../formats/format.port.js';

/** `1-3,5`: pages or ranges of pages, each from 1; at most 1,000 of them, of at most seven digits. */
export const pageRangePattern = '^[1-9][0-9]{0,6}(-[1-9][0-9]{0,6})?(,[1-9][0-9]{0,6}(-[1-9][0-9]{0,6})?){0,999}$';

const form = new RegExp(pageRangePattern);

/** The pages that a range such as `1-3,5` names, in ascending order; undefined when it is malformed. */
export const parsePageRange = (text: string): PageRange | undefined => {
  if (!form.test(text)) return undefined;
  const given = text.split(',').map((item) => {
    const [from = 0, to = from] = item.split('-').map(Number);
    return { from, to };
  });
  if (given.some(({ from, to }) => to < from)) return undefined;
  const ranges: { from: number; to: number }[] = [];
  for (const { from, to } of given.toSorted((one, other) => one.from - other.from)) {
    const last = ranges.at(-1);
    if (last !== undefined && from <= last.to + 1) last.to = Math.max(last.to, to);
    else ranges.push({ from, to });
  }
  return ranges;
};
