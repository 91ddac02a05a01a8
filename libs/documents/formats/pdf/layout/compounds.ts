import { textOfLine } from './fragments.js';
import type { Paragraph } from './paragraphs.js';

/** Words with a hyphen of their own, in lower case. */
export type Compounds = ReadonlySet<string>;

const compound = /^(?=[\p{L}\p{N}])[\p{L}\p{N}-]{3,64}$/u;

/** The words that paragraphs write with a hyphen within a line: where a line ends in it, it stays. */
export const compoundsIn = (paragraphs: readonly Paragraph[]): Compounds =>
  new Set(paragraphs.flatMap(({ lines }) => lines.flatMap(({ glyphs }) => compoundsOf(textOfLine(glyphs)))));

const compoundsOf = (text: string): string[] =>
  text
    .split(/\s/u)
    .filter((word) => /[-\u2010]/u.test(word))
    .map(bare)
    .filter((word) => word.includes('-') && compound.test(word));

/** Whether the word that ends in a hyphen at the end of a line and goes on in the next one is such a word. */
export const isCompound = (compounds: Compounds, cut: string, rest: string): boolean =>
  compounds.has(bare(`${cut}${rest}`));

/** A word in lower case without signs before and after it. */
const bare = (word: string): string =>
  word
    .toLowerCase()
    .replaceAll('\u2010', '-')
    .replace(/^[^\p{L}\p{N}]{1,8}/u, '')
    .replace(/[^\p{L}\p{N}]{1,8}$/u, '');
