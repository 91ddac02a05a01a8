import { identity, type Matrix, multiply } from '#libs/documents/formats/geometry/matrix.js';
import { FormatError } from '../../format.errors.js';
import type { ShownGlyph, ShowOperator, TextState } from './show-operator.js';

/** Glyphs of one content, at most. */
const maxGlyphs = 1_000_000;

/** The place of a text object on its content (9.4). */
export class TextCursor {
  textMatrix: Matrix = identity;
  lineMatrix: Matrix = identity;
  /** Grows with each new position. */
  chain = 0;
  private glyphs = 0;

  moveTo(matrix: Matrix): void {
    this.lineMatrix = matrix;
    this.textMatrix = matrix;
    this.chain += 1;
  }

  moveBy(x: number, y: number): void {
    this.moveTo(multiply([1, 0, 0, 1, x, y], this.lineMatrix));
  }

  /** The direction of the baseline, and the height of an em; 0 for text that is mirrored, or no text. */
  lookOf({ font, size, scale, matrix }: TextState): Pick<ShowOperator, 'direction' | 'height'> {
    const full = multiply(this.textMatrix, matrix);
    const across = Math.hypot(full[0], full[1]);
    const sign = Math.sign(size * scale) || 1;
    const direction = across > 0 ? { x: (sign * full[0]) / across, y: (sign * full[1]) / across } : { x: 1, y: 0 };
    const up = (-direction.y * full[2] + direction.x * full[3]) * size * (font?.em ?? 1);
    return { direction, height: Number.isFinite(up) && up > 0 && Number.isFinite(across) ? up : 0 };
  }

  /** The glyphs of an operator, each in its place; the cursor is behind them then. */
  show(items: readonly (Uint8Array | number)[], state: TextState): ShownGlyph[] {
    const glyphs: ShownGlyph[] = [];
    items.forEach((item, string) => {
      if (typeof item === 'number') this.advance((-item / 1000) * state.size * state.scale);
      else this.showString(item, string, state, glyphs);
    });
    return glyphs;
  }

  private showString(bytes: Uint8Array, string: number, state: TextState, glyphs: ShownGlyph[]): void {
    const { font, size, scale, rise, characterSpacing, wordSpacing, matrix } = state;
    const scaled = size * scale;
    const [a, b, c, d, startX, startY] = this.textMatrix;
    const [toX, toY, upToX, upToY, left, bottom] = matrix;
    let [e, f] = [startX, startY];
    const [across, up] = multiply(this.textMatrix, matrix);
    const unit = Math.abs(scaled) * Math.hypot(across, up);
    let at = 0;
    for (const { length, text, width, isSpaceCode } of font?.glyphs(bytes) ?? []) {
      const [origin, base] = [e + rise * c, f + rise * d];
      const x = origin * toX + base * upToX + left;
      const y = origin * toY + base * upToY + bottom;
      const move = (width * size + characterSpacing + (isSpaceCode ? wordSpacing : 0)) * scale;
      const advance = width * unit;
      glyphs.push({ text, x, y, advance, string, at, length, move: scaled === 0 ? 0 : (1000 * move) / scaled });
      e += move * a;
      f += move * b;
      at += length;
      this.glyphs += 1;
      if (this.glyphs > maxGlyphs) throw new FormatError('hostile', 'A page of the file has too many characters.');
    }
    this.textMatrix = [a, b, c, d, e, f];
  }

  private advance(by: number): void {
    const [a, b, c, d, e, f] = this.textMatrix;
    this.textMatrix = [a, b, c, d, e + by * a, f + by * b];
  }
}
