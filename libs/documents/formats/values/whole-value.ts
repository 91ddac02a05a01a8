import type { SegmentRole } from '../format.port.js';
import type { TextPiece } from '../text/text-walker.js';
import { type DataValue, wholePieces } from './value-pieces.js';

/** A value that is one segment, since it is written as a whole: its translation may need quotes around all of it. */
export const wholeValuePiece = (
  value: DataValue,
  role: SegmentRole,
  decode: (raw: string) => string,
  write: (text: string) => string,
): TextPiece => {
  const pieces = wholePieces(value, { role, decode, encode: (text) => text });
  const at = pieces.findIndex((piece) => typeof piece !== 'string');
  const segment = pieces[at];
  if (segment === undefined || typeof segment === 'string') return value.raw;
  const before = pieces.slice(0, at).join('');
  const after = pieces.slice(at + 1).join('');
  return {
    ...segment,
    source: value.raw,
    render: (translation) => write(`${before}${segment.render(translation)}${after}`),
  };
};
