import type { Control } from '../report-content.js';
import { colours } from './look.js';
import type { Paper } from './paper.js';

export type Status = Control['status'];

export const statusWords: Readonly<Record<Status, string>> = {
  evidenced: 'Evidenced',
  partly_evidenced: 'Partly evidenced',
  not_evidenced: 'Not evidenced',
  not_applicable: 'Not applicable',
};

export const statusColours: Readonly<Record<Status, string>> = {
  evidenced: colours.good,
  partly_evidenced: colours.middling,
  not_evidenced: colours.bad,
  not_applicable: colours.quiet,
};

const radius = 3.4;

/** Width that the symbol takes, with the space behind it. */
export const symbolWidth = 2 * radius + 5;

/** A full, a half or an empty circle, or a bar: each can be told from the others without its colour. */
export const drawStatus = ({ document }: Paper, status: Status, left: number, middle: number): void => {
  const x = left + radius;
  const colour = statusColours[status];
  document.lineWidth(1).strokeColor(colour);
  if (status === 'not_applicable') {
    document
      .moveTo(left, middle)
      .lineTo(left + 2 * radius, middle)
      .stroke();
    return;
  }
  document.circle(x, middle, radius).stroke();
  document.fillColor(colour);
  if (status === 'evidenced') document.circle(x, middle, radius).fill();
  if (status === 'partly_evidenced')
    document.path(`M ${x} ${middle - radius} A ${radius} ${radius} 0 0 0 ${x} ${middle + radius} Z`).fill();
};
