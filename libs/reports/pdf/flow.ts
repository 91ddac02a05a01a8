import { contentWidth, page, type TextLook } from './look.js';
import type { Paper, Structure } from './paper.js';
import type { Line } from './text/typesetter.js';

/** Lines of a paragraph that stay together at its begin and at its end. */
const minLines = 2;

export interface Flow {
  readonly kind?: 'P' | 'Code';
  readonly after?: number;
  readonly left?: number;
}

/** A paragraph, over as many pages as it needs. */
export function* paragraph(
  paper: Paper,
  parent: Structure,
  text: string,
  look: TextLook,
  flow: Flow = {},
): Generator<void> {
  const { after = look.leading * 0.5, left = page.left } = flow;
  const lines = paper.type.lines(text, look, contentWidth - (left - page.left));
  if (lines.length === 0) return;
  const element = paper.open(parent, flow.kind ?? 'P');
  yield* linesOver(paper, element, lines, look, left);
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
    paper.ensure(Math.min(remaining, minLines) * look.leading);
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

export interface Heading {
  readonly kind: 'H1' | 'H2' | 'H3';
  readonly look: TextLook;
  readonly before: number;
  readonly after: number;
  /** Height of the part below that stays on the same page, in points. */
  readonly keep: number;
}

/** At most three lines on one page, with what follows; returns where it begins, for the outline. */
export const heading = (paper: Paper, parent: Structure, text: string, options: Heading): number => {
  const lines = paper.type.lines(text, options.look, contentWidth, 3);
  const height = lines.length * options.look.leading;
  paper.ensure(options.before + height + options.after + options.keep);
  if (paper.y > page.top) paper.y += options.before;
  const top = paper.y;
  paper.leaf(parent, options.kind, () => paper.lines(lines, options.look, page.left, top));
  paper.y += height + options.after;
  return top;
};
