import type { Control, ReportContent } from '../../report-content.js';
import { linesOver, paragraph } from '../flow.js';
import { heading, sectionHeading } from '../heading.js';
import { colours, contentWidth, looks, page } from '../look.js';
import { addToOutline } from '../outline.js';
import type { Paper } from '../paper.js';
import { statusWords } from '../status.js';
import { drawTable } from '../table/table.js';
import { cleanName } from '../text/clean-text.js';

const namesWidth = 104;
const nameLook = { ...looks.body, colour: colours.quiet };
const dates = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** A day in words; what is none stays as it is. */
const dayText = (day: string): string => {
  const date = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(date.getTime()) ? day : dates.format(date);
};

const instantText = (instant: string): string => `${dayText(instant.slice(0, 10))}, ${instant.slice(11, 19)} UTC`;

const periodText = ({ period: { start, end }, created_at: made }: ReportContent['report']): string => {
  const isOver = made.slice(0, 10) > end;
  return `${dayText(start)} to ${dayText(end)}, both included${isOver ? '' : '; not over yet'}`;
};

/** Draws the title of the report: the block at the top of the first page. */
export const drawTitle = (paper: Paper): void => {
  const { report } = paper.content;
  paper.y = page.top - 14;
  paper.leaf(paper.root, 'P', () =>
    paper.lines(paper.type.lines('Compliance report', looks.kicker, contentWidth), looks.kicker, page.left, paper.y),
  );
  paper.y += looks.kicker.leading + 3;
  const title = paper.type.lines(cleanName(report.title), looks.title, contentWidth, 4);
  addToOutline(paper, report.title, paper.y);
  const top = paper.y;
  paper.leaf(paper.root, 'H1', () => paper.lines(title, looks.title, page.left, top));
  paper.y += title.length * looks.title.leading + 10;
  paper.artifact(() => paper.document.rect(page.left, paper.y, 44, 2.5).fill(colours.accent));
  paper.y += 14;
  drawNames(paper, [
    ['Organization', report.organization.name],
    ['Organization id', report.organization.id],
    ['Period', periodText(report)],
    ['Made', instantText(report.created_at)],
    ['Report id', report.id],
    ['Type', report.type],
  ]);
};

const maxValueLines = 4;

/** A list in which each item has its name before it. */
const drawNames = (paper: Paper, names: readonly (readonly [name: string, value: string])[]): void => {
  const list = paper.open(paper.root, 'L');
  for (const [name, value] of names) {
    const lines = paper.type.lines(value, looks.body, contentWidth - namesWidth, maxValueLines);
    const top = paper.y;
    const item = paper.open(list, 'LI');
    paper.leaf(item, 'Lbl', () => paper.lines(paper.type.lines(name, nameLook, namesWidth), nameLook, page.left, top));
    paper.leaf(item, 'LBody', () => paper.lines(lines, looks.body, page.left + namesWidth, top));
    item.end();
    paper.y += Math.max(1, lines.length) * looks.body.leading + 1.5;
  }
  list.end();
};

/** The numbers of controls that are evidenced and that do not apply, as the section itself counts them. */
const controlsText = (controls: readonly Control[] = []): string => {
  const evidenced = controls.filter(({ status }) => status === 'evidenced').length;
  const others = controls.filter(({ status }) => status === 'not_applicable').length;
  if (controls.length === 0) return '–';
  return `${evidenced} of ${controls.length - others} evidenced${others === 0 ? '' : `, ${others} not applicable`}`;
};

/** The sections with their status, and their controls where any have some. */
export function* drawSummary(paper: Paper, { sections }: ReportContent): Generator<void> {
  const element = paper.open(paper.root, 'Sect');
  heading(paper, element, 'Summary', sectionHeading);
  if (sections.length === 0) yield* paragraph(paper, element, 'This report has no sections.', looks.body);
  else {
    const hasControls = sections.some(({ controls = [] }) => controls.length > 0);
    const names = ['Section', 'Status', ...(hasControls ? ['Controls'] : [])];
    yield* drawTable(paper, element, {
      columns: names.map((name) => ({ name, align: 'start' })),
      rows: sections.map(({ title, status, controls }) => [
        { text: title },
        { text: statusWords[status], status },
        ...(hasControls ? [{ text: controlsText(controls) }] : []),
      ]),
      hasRowHeaders: true,
    });
  }
  element.end();
}

export function* drawMethod(paper: Paper, { method }: ReportContent): Generator<void> {
  if (method.length === 0) return;
  const element = paper.open(paper.root, 'Sect');
  heading(paper, element, 'Method and limits', sectionHeading);
  for (const text of method) yield* paragraph(paper, element, text, looks.body);
  paper.drawKept();
  element.end();
}

const withoutCheckpoint = 'The audit log had no signed checkpoint when this report was made.';
const aboutCheckpoint = 'The signed note of the audit log that the figures of this report were taken at:';

/** By which a line that goes on stands in from one that begins. */
const hanging = 12;
/** A note that is no higher is not cut in two. */
const maxTogether = 200;

/** The signed note, line by line as it is, for those who verify it. */
export function* drawCheckpoint(paper: Paper, { checkpoint }: ReportContent): Generator<void> {
  const element = paper.open(paper.root, 'Sect');
  heading(paper, element, 'Checkpoint', sectionHeading);
  const about = checkpoint === null ? withoutCheckpoint : aboutCheckpoint;
  yield* paragraph(paper, element, about, looks.body, { isIntroduction: checkpoint !== null });
  if (checkpoint !== null) {
    const note = checkpoint.split('\n').map((line) => paper.type.lines(line, looks.code, contentWidth - hanging));
    const height = note.reduce((sum, { length }) => sum + Math.max(1, length) * looks.code.leading, 0);
    if (height <= maxTogether) paper.ensure(height);
    paper.drawKept();
    const code = paper.open(element, 'Code');
    for (const [first, ...further] of note) {
      if (!first) paper.y += looks.code.leading / 2;
      else yield* linesOver(paper, code, [first], looks.code, page.left);
      yield* linesOver(paper, code, further, looks.code, page.left + hanging);
    }
    code.end();
  }
  element.end();
}
