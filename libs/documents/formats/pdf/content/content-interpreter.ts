import { identity, type Matrix, matrixFrom, multiply } from '#libs/documents/formats/geometry/matrix.js';
import { FormatError } from '../../format.errors.js';
import { readValue } from '../objects/pdf-parser.js';
import { serializeValue } from '../objects/pdf-serializer.js';
import { Keyword, latin1, PdfTokens } from '../objects/pdf-tokens.js';
import { isDictionary, nameOf, numberOf, PdfString, type PdfValue } from '../objects/pdf-values.js';
import { type Box, boxOf } from './box.js';
import { skipInlineImage } from './inline-images.js';
import type { ContentResources, InterpretedContent } from './interpreted-content.js';
import { MarkedContents } from './marked-contents.js';
import { Paths } from './paths.js';
import { type RulePath, RulePaths } from './rule-paths.js';
import { placeOf, type Rule } from './ruled-lines.js';
import { type MarkedContent, type ShownGlyph, type ShowOperator, startState, type TextState } from './show-operator.js';
import { TextCursor } from './text-cursor.js';

const startsValue = new Set(['[', '<<', 'true', 'false', 'null']);

const maxOperands = 200_000;
const maxNesting = 5_000;

/** The plane upside down. */
const upsideDown: Matrix = [1, 0, 0, -1, 0, 0];

/**
 * The text that a content stream shows, with the place of each operator that shows it; `fill` sets the colour that it
 * begins with, where that is known. What is drawn mirrored is seen as it shows: all places are those on the plane upside down.
 * @throws FormatError `hostile` over a limit
 */
export const interpretContent = (
  bytes: Uint8Array,
  resources: ContentResources,
  { fill, isMirrored = false }: { fill?: string | undefined; isMirrored?: boolean } = {},
): InterpretedContent => {
  const matrix = isMirrored ? upsideDown : identity;
  const interpreter = new Interpreter(bytes, resources, { ...startState, fill, matrix });
  interpreter.run();
  const { shows, rules, rulePaths, fills, shapes, drawn } = interpreter;
  return { shows, rules, rulePaths, fills, shapes, drawn };
};

/** The box of a picture, which is drawn in the unit square. */
export const pictureBox = (matrix: Matrix): Box =>
  boxOf([placeOf(0, 0, matrix), placeOf(1, 0, matrix), placeOf(1, 1, matrix), placeOf(0, 1, matrix)]);

class Interpreter {
  readonly shows: ShowOperator[] = [];
  readonly drawn: InterpretedContent['drawn'] = [];
  private readonly saved: TextState[] = [];
  private readonly marked = new MarkedContents();
  private readonly paths = new Paths();
  private readonly horizontal = new RulePaths();
  private readonly cursor = new TextCursor();
  private operands: PdfValue[] = [];
  private operandsStart = 0;
  private readonly tokens: PdfTokens;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly resources: ContentResources,
    private state: TextState,
  ) {
    this.tokens = new PdfTokens(bytes);
  }

  get rules(): Rule[] {
    return this.paths.rules;
  }

  get rulePaths(): RulePath[] {
    return this.horizontal.found;
  }

  get fills(): Box[] {
    return this.paths.fills;
  }

  get shapes(): Box[] {
    return this.paths.shapes;
  }

  run(): void {
    const { tokens } = this;
    for (let token = tokens.next(); token !== undefined; token = tokens.next()) {
      if (this.operands.length === 0) this.operandsStart = tokens.start;
      if (!(token instanceof Keyword)) this.operands.push(token);
      else if (startsValue.has(token.word)) {
        tokens.at = tokens.start;
        const value = readValue(tokens);
        if (value !== undefined && !(value instanceof Keyword)) this.operands.push(value);
      } else {
        this.operator(token.word);
        this.operands = [];
      }
      if (this.operands.length > maxOperands) throw new FormatError('hostile', 'An operator has too many operands.');
    }
  }

  private number(at: number): number {
    return numberOf(this.operands[at]) ?? 0;
  }

  private set(change: Partial<TextState>): void {
    this.state = { ...this.state, ...change };
  }

  private operator(word: string): void {
    switch (word) {
      case 'q':
        if (this.saved.length < maxNesting) this.saved.push(this.state);
        break;
      case 'Q':
        this.state = this.saved.pop() ?? this.state;
        break;
      case 'cm': {
        const matrix = matrixFrom(this.operands.map((operand) => numberOf(operand) ?? 0));
        if (matrix) this.set({ matrix: multiply(matrix, this.state.matrix) });
        break;
      }
      case 'g':
      case 'rg':
      case 'k':
        this.set({ fillSpace: '', fill: this.source() });
        break;
      case 'cs':
        this.set({ fillSpace: `${this.source()} `, fill: this.source() });
        break;
      case 'sc':
      case 'scn':
        this.set({ fill: this.state.fillSpace + this.source() });
        break;
      case 'G':
      case 'RG':
      case 'K':
      case 'CS':
      case 'SC':
      case 'SCN':
        this.set({ stroke: this.source() });
        break;
      case 'w':
        this.set({ lineWidth: this.number(0) });
        break;
      case 'gs': {
        const opacity = numberOf(this.resources.graphicsState(nameOf(this.operands[0]) ?? '')?.get('ca'));
        if (opacity !== undefined) this.set({ isTransparent: opacity === 0 });
        break;
      }
      case 'd':
        this.set({ isDashed: Array.isArray(this.operands[0]) && this.operands[0].length > 0 });
        break;
      case 'BI':
        skipInlineImage(this.tokens);
        this.paths.addShape(pictureBox(this.state.matrix));
        break;
      case 'Do':
        this.drawn.push({
          name: nameOf(this.operands[0]) ?? '',
          mcid: this.marked.current.mcid,
          matrix: this.state.matrix,
        });
        break;
      case 'BMC':
      case 'BDC':
        this.beginMarked();
        break;
      case 'EMC':
        this.marked.end();
        break;
      default:
        this.pathOperator(word);
    }
  }

  private pathOperator(word: string): void {
    const { paths, horizontal, state, tokens } = this;
    if (paths.ends(word)) {
      horizontal.endPath(word, tokens.at, state);
      this.set({ clip: paths.end(word, state.clip) });
    } else if (!paths.operator(word, (at) => this.number(at), state.matrix)) this.textOperator(word);
    else
      horizontal.operator(
        word,
        this.operandsStart,
        this.operands.map((operand) => numberOf(operand) ?? 0),
        state.matrix,
      );
  }

  private textOperator(word: string): void {
    switch (word) {
      case 'BT':
        this.cursor.moveTo(identity);
        break;
      case 'Tf': {
        const fontName = nameOf(this.operands[0]);
        const font = fontName === undefined ? undefined : this.resources.font(fontName);
        this.set({ fontName, font, size: this.number(1) });
        break;
      }
      case 'Tc':
        this.set({ characterSpacing: this.number(0) });
        break;
      case 'Tw':
        this.set({ wordSpacing: this.number(0) });
        break;
      case 'Tz':
        this.set({ scale: this.number(0) / 100 });
        break;
      case 'TL':
        this.set({ leading: this.number(0) });
        break;
      case 'Ts':
        this.set({ rise: this.number(0) });
        break;
      case 'Tr':
        this.set({ mode: this.number(0) });
        break;
      case 'TD':
        this.set({ leading: -this.number(1) });
        this.cursor.moveBy(this.number(0), this.number(1));
        break;
      case 'Td':
        this.cursor.moveBy(this.number(0), this.number(1));
        break;
      case 'T*':
        this.cursor.moveBy(0, -this.state.leading);
        break;
      case 'Tm': {
        const matrix = matrixFrom(this.operands.map((operand) => numberOf(operand) ?? 0));
        if (matrix) this.cursor.moveTo(matrix);
        break;
      }
      default:
        this.showOperator(word);
    }
  }

  private showOperator(word: string): void {
    const last = this.operands.at(-1);
    if (word === 'TJ' && Array.isArray(last)) this.show(last, '');
    else if (word === 'Tj' && last instanceof PdfString) this.show([last], '');
    else if (word === "'" && last instanceof PdfString) this.showOnNextLine(last, 'T* ');
    else if (word === '"' && last instanceof PdfString) {
      const [wordSpacing, characterSpacing] = [this.number(0), this.number(1)];
      this.set({ wordSpacing, characterSpacing });
      this.showOnNextLine(last, `${serializeValue(wordSpacing)} Tw ${serializeValue(characterSpacing)} Tc T* `);
    }
  }

  private showOnNextLine(text: PdfString, before: string): void {
    const { lineMatrix, textMatrix } = this.cursor;
    this.cursor.moveBy(0, -this.state.leading);
    this.show([text], before, { lineMatrix, textMatrix });
  }

  private show(
    values: readonly PdfValue[],
    before: string,
    { lineMatrix, textMatrix }: Pick<ShowOperator, 'lineMatrix' | 'textMatrix'> = this.cursor,
  ): void {
    const { state, cursor } = this;
    const items: (Uint8Array | number)[] = [];
    for (const value of values)
      if (value instanceof PdfString) items.push(value.bytes);
      else if (typeof value === 'number') items.push(value);
    const { texted, described: marked, mcid, paragraph, textName, isArtifact, cover } = this.marked.current;
    const look = cursor.lookOf(state);
    const glyphs = cursor.show(items, state);
    if (texted) replaceText(texted, glyphs);
    const { operandsStart: start, tokens } = this;
    const place = { start, end: tokens.at, before, items, glyphs, state, lineMatrix, textMatrix };
    this.shows.push({
      ...place,
      ...look,
      chain: cursor.chain,
      marked,
      mcid,
      paragraph,
      textName,
      isArtifact,
      cover,
      filled: this.fills.length,
    });
  }

  private beginMarked(): void {
    const [tag, given] = this.operands;
    const properties = isDictionary(given) ? given : this.resources.properties(nameOf(given) ?? '');
    this.marked.begin(tag, properties, this.operandsStart, this.tokens.at);
  }

  /** The operator as the content has it. */
  private source(): string {
    return latin1(this.bytes.subarray(this.operandsStart, this.tokens.at));
  }
}

/** Whether what a matrix places is mirrored. */
export const mirrors = ([a, b, c, d]: Matrix): boolean => a * d - b * c < 0;

/** The text of marked content stands for all that it shows. */
const replaceText = (marked: MarkedContent, glyphs: readonly ShownGlyph[]): void => {
  for (const glyph of glyphs) {
    glyph.text = marked.actualText ?? '';
    marked.actualText = '';
  }
};
