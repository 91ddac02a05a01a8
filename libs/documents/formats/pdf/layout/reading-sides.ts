import type { Fragment } from './fragments.js';
import type { Paragraph } from './paragraphs.js';
import { remembered } from './remembered.js';

const leftwards = /[\u0590-\u065f\u066a-\u06ef\u06fa-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const rightwards = /(?![\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc])\p{L}/u;

/** Whether most letters of a line run leftwards. */
export const runsLeftwards = remembered(({ glyphs }: Fragment): boolean => {
  let balance = 0;
  for (const { text } of glyphs) {
    if (leftwards.test(text)) balance += 1;
    else if (rightwards.test(text)) balance -= 1;
  }
  return balance > 0;
});

/** Where something begins and ends for who reads it leftwards: its sides changed, so that the end is farther than the start. */
export const mirrored = <T extends Pick<Fragment, 'start' | 'end'>>(line: T): T => ({
  ...line,
  start: -line.end,
  end: -line.start,
});

/** A paragraph as `mirrored`, with its first two lines alone. */
export const mirroredParagraph = (paragraph: Paragraph): Paragraph => ({
  ...mirrored(paragraph),
  lines: paragraph.lines.slice(0, 2).map(mirrored),
});
