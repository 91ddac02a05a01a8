import { textOfLine } from './fragments.js';
import type { Paragraph } from './paragraphs.js';

const compound = /\p{L}[\p{L}\p{N}]*(?:[-\u2010][\p{L}\p{N}]+)+/gu;

/** Words with a hyphen of their own, in lower case. */
export type Compounds = ReadonlySet<string>;

/** The words that paragraphs write with a hyphen within a line: where a line ends in it, it stays. */
export const compoundsIn = (paragraphs: readonly Paragraph[]): Compounds =>
  new Set(paragraphs.flatMap(({ lines }) => lines.flatMap(({ glyphs }) => compoundsOf(textOfLine(glyphs)))));

const compoundsOf = (text: string): string[] =>
  (text.match(compound) ?? []).map((word) => word.replaceAll('\u2010', '-').toLowerCase());

/** Whether the word that ends in a hyphen at the end of a line and goes on in the next one is such a word. */
export const isCompound = (compounds: Compounds, cut: string, rest: string): boolean => {
  const [first = ''] = rest.match(/^[\p{L}\p{N}-]+/u) ?? [];
  const [last = ''] = cut.match(/[\p{L}\p{N}-]+-$/u) ?? [];
  return compounds.has(`${last}${first}`.toLowerCase());
};
