import type { Matrix } from '#libs/documents/formats/geometry/matrix.js';
import type { PdfFont } from '../fonts/pdf-font.js';
import type { PdfDictionary } from '../objects/pdf-values.js';
import type { Box } from './box.js';
import type { RulePath } from './rule-paths.js';
import type { Rule } from './ruled-lines.js';
import type { ShowOperator } from './show-operator.js';

/** Resources that a content refers to by name. */
export interface ContentResources {
  font(name: string): PdfFont | undefined;
  properties(name: string): PdfDictionary | undefined;
  /** Parameters of the graphics state (8.4.5). */
  graphicsState(name: string): PdfDictionary | undefined;
}

export interface InterpretedContent {
  shows: ShowOperator[];
  /** Straight lines that it draws or fills between: borders, for one. */
  rules: Rule[];
  /** Paths that draw one rule each along an axis: underlines, for one. */
  rulePaths: RulePath[];
  /** Boxes of what it fills, in their order: backgrounds, for one. */
  fills: Box[];
  /** Boxes of small shapes that it paints: bullets, for one. */
  shapes: Box[];
  /** The external objects that it draws, in their order, by name, and how they are placed. */
  drawn: { name: string; mcid: number | undefined; matrix: Matrix }[];
}
