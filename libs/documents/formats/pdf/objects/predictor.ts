import { FormatError } from '../../format.errors.js';
import { numberOf, type PdfDictionary } from './pdf-values.js';

const maxRow = 1024 * 1024;

/** Undoes what made rows of samples easier to compress (7.4.4.4). TIFF rows are those of whole bytes. */
export const undoPredictor = (bytes: Uint8Array, parameters: PdfDictionary): Uint8Array => {
  const of = (key: string, otherwise: number): number => numberOf(parameters.get(key)) ?? otherwise;
  const predictor = of('Predictor', 1);
  if (predictor < 2) return bytes;
  const bits = of('Colors', 1) * of('BitsPerComponent', 8);
  const row = Math.ceil((bits * of('Columns', 1)) / 8);
  if (!(row >= 1 && row <= maxRow)) throw new FormatError('invalid', 'A stream of the file has rows of no length.');
  const pixel = Math.max(1, Math.ceil(bits / 8));
  return predictor === 2 ? undoTiff(bytes, row, pixel) : undoPng(bytes, row, pixel);
};

const undoTiff = (bytes: Uint8Array, row: number, pixel: number): Uint8Array => {
  const out = Uint8Array.from(bytes);
  for (let at = 0; at < out.length; at += 1) {
    if (at % row >= pixel) out[at] = ((out[at] ?? 0) + (out[at - pixel] ?? 0)) & 0xff;
  }
  return out;
};

const undoPng = (bytes: Uint8Array, row: number, pixel: number): Uint8Array => {
  const rows = Math.ceil(bytes.length / (row + 1));
  const out = new Uint8Array(rows * row);
  for (let line = 0; line < rows; line += 1) {
    const type = bytes[line * (row + 1)];
    const from = line * (row + 1) + 1;
    const to = line * row;
    for (let column = 0; column < row; column += 1) {
      const left = column >= pixel ? (out[to + column - pixel] ?? 0) : 0;
      const above = line > 0 ? (out[to + column - row] ?? 0) : 0;
      const corner = line > 0 && column >= pixel ? (out[to + column - row - pixel] ?? 0) : 0;
      out[to + column] = ((bytes[from + column] ?? 0) + predicted(type, left, above, corner)) & 0xff;
    }
  }
  return out;
};

const predicted = (type: number | undefined, left: number, above: number, corner: number): number => {
  if (type === 1) return left;
  if (type === 2) return above;
  if (type === 3) return (left + above) >> 1;
  return type === 4 ? paeth(left, above, corner) : 0;
};

const paeth = (left: number, above: number, corner: number): number => {
  const guess = left + above - corner;
  const [toLeft, toAbove, toCorner] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)];
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
};
