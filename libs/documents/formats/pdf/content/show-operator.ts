import { identity, type Matrix } from '#libs/documents/formats/geometry/matrix.js';
import type { PdfFont } from '../fonts/pdf-font.js';
import type { PdfDictionary, PdfValue } from '../objects/pdf-values.js';
import type { Box } from './box.js';

/** The state in which text is shown; never changed, always replaced. */
export interface TextState {
  fontName: string | undefined;
  font: PdfFont | undefined;
  size: number;
  characterSpacing: number;
  wordSpacing: number;
  /** 1 is as wide as the font says. */
  scale: number;
  leading: number;
  rise: number;
  /** The rendering mode: 0 fills, 3 is invisible, 4 to 7 clip. */
  mode: number;
  /** Whether what is filled shows nothing of itself: some programs put text so behind the outlines of bold letters. */
  isTransparent: boolean;
  /** The operators that set the colour which fills; undefined for the colour that the content began with. */
  fill: string | undefined;
  /** The operator that set the colour space of it, where it needs one. */
  fillSpace: string;
  /** The operators that set the colour of lines; undefined as for `fill`. */
  stroke: string | undefined;
  lineWidth: number;
  isDashed: boolean;
  /** Where text shows; undefined where nothing clips it. */
  clip: Box | undefined;
  matrix: Matrix;
}

/** The colour that a content begins with. */
const black = '0 g';

/** Whether letters are filled and drawn around in one colour: so they are made bold where there is no bold font. */
export const isThickened = ({ mode, fill = black, stroke = black }: TextState): boolean =>
  mode === 2 && fill.toLowerCase().endsWith(stroke.toLowerCase());

/**
 * The tag of marked content around each paragraph that was translated: read again, it is that paragraph. Where the
 * paragraph goes on in another column or on the next page, the property names the text that both are parts of.
 */
export const paragraphTag = 'TlParagraph';
export const textKey = 'TlText';

/**
 * The tag of marked content around each line that was recognised on a scan, which is there and does not show, and the
 * name of its property: what covers the line, as `x y width height red green blue`.
 */
export const recognisedTag = 'TlRecognised';
export const coverKey = 'TlCover';

/** The state in which a content begins. */
export const startState: TextState = {
  fontName: undefined,
  font: undefined,
  size: 0,
  characterSpacing: 0,
  wordSpacing: 0,
  scale: 1,
  leading: 0,
  rise: 0,
  mode: 0,
  isTransparent: false,
  fill: undefined,
  fillSpace: '',
  stroke: undefined,
  lineWidth: 1,
  isDashed: false,
  clip: undefined,
  matrix: identity,
};

/** A span of marked content that says something about its words. */
export interface MarkedContent {
  /** The text that stands for all that is shown in it, where it has one; empty once a glyph has it. */
  actualText: string | undefined;
  /** Where its first operator stands. */
  start: number;
  end: number;
  tag: PdfValue;
  properties: PdfDictionary;
  /** The next such span around it. */
  outer: MarkedContent | undefined;
}

export interface ShownGlyph {
  text: string | undefined;
  /** Its origin, in the space of the content. */
  x: number;
  y: number;
  /** From its origin to the end of its width, along the baseline. */
  advance: number;
  /** Which of the strings of the operator it is in, and where. */
  string: number;
  at: number;
  length: number;
  /** How far it moves the text, in thousandths of the font size. */
  move: number;
}

/** An operator that shows text (9.4.3). */
export interface ShowOperator {
  /** Its bytes, operands and all. */
  start: number;
  end: number;
  /** Its effects before it shows text, as separate operators: `'` and `"` begin a line. */
  before: string;
  /** Strings, and numbers that move the text. */
  items: readonly (Uint8Array | number)[];
  glyphs: readonly ShownGlyph[];
  state: TextState;
  /** Matrices of the line and of its text, where the operator begins. */
  lineMatrix: Matrix;
  textMatrix: Matrix;
  /** The direction of the baseline, of length 1. */
  direction: { x: number; y: number };
  /** Height of an em in the space of the content; 0 for text that is mirrored, or no text. */
  height: number;
  /** Operators that stand one after the other, without a new position between. */
  chain: number;
  /** The innermost marked content around it that says something about its words. */
  marked: MarkedContent | undefined;
  /** How many of the fills of the content are painted before it. */
  filled: number;
  mcid: number | undefined;
  /** The translated paragraph that it is in. */
  paragraph: number | undefined;
  /** The text of which that is a part. */
  textName: string | undefined;
  isArtifact: boolean;
  /** The cover over the line on the scan that it was recognised from: a rectangle and a colour; the same for all operators of the line. */
  cover: readonly number[] | undefined;
}
