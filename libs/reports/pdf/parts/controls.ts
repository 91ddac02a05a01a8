import type { Control } from '../../report-content.js';
import { heightOfParagraph, paragraph } from '../flow.js';
import { controlHeading, heading, heightOfHeading, type OutlineEntry } from '../heading.js';
import { looks, page } from '../look.js';
import type { Paper, Structure } from '../paper.js';
import { drawStatus, type Status, statusColours, statusWords, symbolWidth } from '../status.js';
import { drawEvidence, heightOfEvidence } from './evidence.js';

/** A control that is no higher stands on one page. */
const maxTogether = 440;
const statementFlow = { after: 3 };
const statusLeading = looks.cellHead.leading;
const heightOfStatusLine = statusLeading + 4;

/** Height of the part of a control that stands on one page. */
const heightTogether = (paper: Paper, title: string, { text, evidence }: Control): number => {
  const statement =
    heightOfHeading(paper, title, controlHeading) +
    heightOfStatusLine +
    heightOfParagraph(paper, text, looks.body, statementFlow);
  const height = statement + heightOfEvidence(paper, evidence);
  return height <= maxTogether ? height : 0;
};

export function* drawControls(
  paper: Paper,
  parent: Structure,
  controls: readonly Control[],
  outline: OutlineEntry,
): Generator<void> {
  for (const control of controls) {
    const title = `${control.id}  ${control.title}`;
    paper.ensure(heightTogether(paper, title, control));
    heading(paper, parent, title, controlHeading, outline);
    drawStatusLine(paper, parent, control.status);
    yield* paragraph(paper, parent, control.text, looks.body, statementFlow);
    yield* drawEvidence(paper, parent, control.evidence, title);
    paper.drawKept();
  }
}

/** The status as a symbol and in words, on a line of its own above what follows. */
export const drawStatusLine = (paper: Paper, parent: Structure, status: Status): void => {
  const wordLook = { ...looks.cellHead, colour: statusColours[status] };
  paper.keepWithNext(heightOfStatusLine, () => {
    const top = paper.y;
    paper.artifact(() => drawStatus(paper, status, page.left, top + statusLeading / 2));
    paper.leaf(parent, 'P', () => {
      paper.lines(paper.type.lines(statusWords[status], wordLook, 200), wordLook, page.left + symbolWidth, top);
    });
    paper.y += heightOfStatusLine;
  });
};
