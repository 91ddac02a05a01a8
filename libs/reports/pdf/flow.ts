import { contentWidth, page, type TextLook } from './look.js';
import type { Paper, Structure } from './paper.js';
import type { Line } from './text/typesetter.js';

/** Lines of a paragraph that stay together at its begin and at its end. */
const minLines = 2;

/** Lines that stay together at the begin of these: three cannot be cut in two. */
const firstLines = (count: number): number => (count <= minLines + 1 ? count : minLines);

/** Lines of a paragraph that is not left behind at the foot of a page. */
const maxKeptLines = 3;

export interface Flow {
  readonly after?: number;
  /** Whether what follows begins on the same page, where the paragraph is a short one. */
  readonly isIntroduction?: boolean;
}

const afterOf = (look: TextLook): number => look.leading * 0.5;

/** Height of a paragraph that is not cut, with the room below it. */
export const heightOfParagraph = (
  paper: Paper,
  text: string,
  look: TextLook,
  { after = afterOf(look) }: Flow = {},
): number => {
  const lines = paper.type.lines(text, look, contentWidth).length;
  return lines === 0 ? 0 : lines * look.leading + after;
};

/** A paragraph, over as many pages as it needs. */
export function* paragraph(
  paper: Paper,
  parent: Structure,
  text: string,
  look: TextLook,
  flow: Flow = {},
): Generator<void> {
  const { after = afterOf(look), isIntroduction = false } = flow;
  const lines = paper.type.lines(text, look, contentWidth);
  if (lines.length === 0) return;
  if (isIntroduction && lines.length <= maxKeptLines) {
    const height = lines.length * look.leading + after;
    paper.keepWithNext(height, () => {
      const top = paper.y;
      paper.leaf(parent, 'P', () => paper.lines(lines, look, page.left, top));
      paper.y += height;
    });
    return;
  }
  paper.ensure(firstLines(lines.length) * look.leading);
  const element = paper.open(parent, 'P');
  yield* linesOver(paper, element, lines, look, page.left);
  element.end();
  paper.y += after;
}

/** Lines in an element, over as many pages as they need. */
export function* linesOver(
  paper: Paper,
  element: Structure,
  lines: readonly Line[],
  look: TextLook,
  left: number,
): Generator<void> {
  let at = 0;
  while (at < lines.length) {
    const remaining = lines.length - at;
    paper.ensure(firstLines(remaining) * look.leading);
    const fitting = Math.max(1, Math.floor(paper.room / look.leading));
    // The last line does not go to the next page alone.
    const count = remaining - fitting === 1 && fitting > minLines ? fitting - 1 : Math.min(fitting, remaining);
    const shown = lines.slice(at, at + count);
    const top = paper.y;
    element.add(() => paper.lines(shown, look, left, top));
    paper.y += count * look.leading;
    at += count;
    yield;
  }
}
