import { contentWidth, looks, page, type TextLook } from './look.js';
import { addToOutline } from './outline.js';
import type { Paper, Structure } from './paper.js';
import type { Line } from './text/typesetter.js';

export interface HeadingStyle {
  readonly kind: 'H2' | 'H3';
  readonly look: TextLook;
  readonly before: number;
  readonly after: number;
}

export const sectionHeading: HeadingStyle = { kind: 'H2', look: looks.section, before: 20, after: 4 };
export const partHeading: HeadingStyle = { kind: 'H3', look: looks.part, before: 10, after: 4 };
export const controlHeading: HeadingStyle = { kind: 'H3', look: looks.part, before: 10, after: 2 };

/** Entry of the outline; it has its item once the heading is drawn. */
export interface OutlineEntry {
  item?: PDFKit.PDFOutline;
}

const maxLines = 3;

const linesOf = (paper: Paper, text: string, { look }: HeadingStyle): readonly Line[] =>
  paper.type.lines(text, look, contentWidth, maxLines);

/** Height of a heading with the room around it. */
export const heightOfHeading = (paper: Paper, text: string, style: HeadingStyle): number =>
  style.before + linesOf(paper, text, style).length * style.look.leading + style.after;

/** A heading and its entry of the outline, on the page on which what follows it begins. */
export const heading = (
  paper: Paper,
  parent: Structure,
  text: string,
  style: HeadingStyle,
  under: OutlineEntry = {},
): OutlineEntry => {
  const lines = linesOf(paper, text, style);
  const height = lines.length * style.look.leading;
  const entry: OutlineEntry = {};
  paper.keepWithNext(style.before + height + style.after, () => {
    if (paper.y > page.top) paper.y += style.before;
    const top = paper.y;
    paper.leaf(parent, style.kind, () => paper.lines(lines, style.look, page.left, top));
    entry.item = addToOutline(paper, text, top, under.item);
    paper.y += height + style.after;
  });
  return entry;
};
