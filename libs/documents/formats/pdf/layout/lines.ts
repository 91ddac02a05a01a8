import type { Box } from '../content/box.js';
import type { ShowOperator } from '../content/show-operator.js';
import { cutAtDateBoxes } from './date-boxes.js';
import { type Fragment, fragmentsOf, isSameLine } from './fragments.js';
import { joinJustified } from './justified-lines.js';
import type { Separators } from './separators.js';

/** The lines of a content, or their parts where they are those of cells, columns or boxes, in the order in which they are drawn. */
export const linesOf = (shows: readonly ShowOperator[], fills: readonly Box[], separators: Separators): Fragment[] => {
  const lines = cutAtDateBoxes(joinJustified(fragmentsOf(shows, fills, separators)));
  lines.forEach((line, at) => {
    const next = lines[at + 1];
    if (!next || !isSameLine(line, next)) return;
    line.isBeside = true;
    next.isBeside = true;
  });
  return lines;
};
