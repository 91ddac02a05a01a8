import type { Control } from '../../report-content.js';
import { paragraph } from '../flow.js';
import { controlHeading, heading, type OutlineEntry } from '../heading.js';
import { looks, page } from '../look.js';
import type { Paper, Structure } from '../paper.js';
import { drawStatus, type Status, statusColours, statusWords, symbolWidth } from '../status.js';
import { drawEvidence } from './evidence.js';

export function* drawControls(
  paper: Paper,
  parent: Structure,
  controls: readonly Control[],
  outline: OutlineEntry,
): Generator<void> {
  for (const control of controls) {
    const title = `${control.id}  ${control.title}`;
    heading(paper, parent, title, controlHeading, outline);
    drawStatusLine(paper, parent, control.status);
    yield* paragraph(paper, parent, control.text, looks.body, { after: 3 });
    yield* drawEvidence(paper, parent, control.evidence, title);
    paper.drawKept();
  }
}

/** The status as a symbol and in words, on a line of its own above what follows. */
export const drawStatusLine = (paper: Paper, parent: Structure, status: Status): void => {
  const wordLook = { ...looks.cellHead, colour: statusColours[status] };
  const { leading } = wordLook;
  const height = leading + 4;
  paper.keepWithNext(height, () => {
    const top = paper.y;
    paper.artifact(() => drawStatus(paper, status, page.left, top + leading / 2));
    paper.leaf(parent, 'P', () => {
      paper.lines(paper.type.lines(statusWords[status], wordLook, 200), wordLook, page.left + symbolWidth, top);
    });
    paper.y += height;
  });
};
