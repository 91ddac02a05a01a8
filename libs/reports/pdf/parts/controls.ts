import type { Control } from '../../report-content.js';
import { heading, paragraph } from '../flow.js';
import { looks, page } from '../look.js';
import { addToOutline } from '../outline.js';
import type { Paper, Structure } from '../paper.js';
import { drawStatus, type Status, statusColours, statusWords, symbolWidth } from '../status.js';
import { drawEvidence } from './evidence.js';

const look = looks.part;

export function* drawControls(
  paper: Paper,
  parent: Structure,
  controls: readonly Control[],
  outline: PDFKit.PDFOutline,
): Generator<void> {
  for (const control of controls) {
    const title = `${control.id}  ${control.title}`;
    const top = heading(paper, parent, title, { kind: 'H3', look, before: 10, after: 2, keep: 46 });
    addToOutline(paper, title, top, outline);
    drawStatusLine(paper, parent, control.status);
    yield* paragraph(paper, parent, control.text, looks.body, { after: 3 });
    yield* drawEvidence(paper, parent, control.evidence, title);
  }
}

/** The status as a symbol and in words, on a line of its own. */
export const drawStatusLine = (paper: Paper, parent: Structure, status: Status): void => {
  const wordLook = { ...looks.cellHead, colour: statusColours[status] };
  const { leading } = wordLook;
  const top = paper.y;
  paper.artifact(() => drawStatus(paper, status, page.left, top + leading / 2));
  paper.leaf(parent, 'P', () => {
    paper.lines(paper.type.lines(statusWords[status], wordLook, 200), wordLook, page.left + symbolWidth, top);
  });
  paper.y += leading + 4;
};
