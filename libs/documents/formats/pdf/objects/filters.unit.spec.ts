import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { packings } from '../packed-streams.fixture.js';
import { undoFilters } from './filters.js';
import { PdfName } from './pdf-values.js';

const undone = (packed: Uint8Array, ...filters: string[]): Buffer =>
  Buffer.from(
    undoFilters(
      packed,
      filters.map((filter) => new PdfName(filter)),
      [],
    ),
  );

const contents: Readonly<Record<string, Uint8Array>> = {
  nothing: new Uint8Array(),
  'one byte': Uint8Array.of(0),
  zeros: new Uint8Array(1_003),
  'every byte': Uint8Array.from({ length: 1_024 }, (_, at) => at & 0xff),
  'no pattern': Uint8Array.from({ length: 20_000 }, (_, at) => (at * at * 31 + (at >> 3)) & 0xff),
};

describe('a stream of a PDF', () => {
  it.each(Object.entries({ FlateDecode: (bytes: Uint8Array) => deflateSync(bytes), ...packings }))(
    'that %s packs is read',
    (filter, pack) => {
      for (const content of Object.values(contents))
        expect(undone(pack(content), filter)).toEqual(Buffer.from(content));
    },
  );

  it('is read as the standard has it in its examples', () => {
    expect(undone(Buffer.from('800b6050220c0c8501', 'hex'), 'LZWDecode')).toEqual(
      Buffer.from([45, 45, 45, 45, 45, 65, 45, 45, 45, 66]),
    );
    expect(undone(Buffer.from('9jqo^BlbD-BleB1DJ+*+F(f,q~>'), 'ASCII85Decode').toString()).toBe('Man is distinguished');
  });

  it('is read through several filters, under their short names too', () => {
    const packed = packings.ASCIIHexDecode?.(deflateSync('Words')) ?? Buffer.of();
    expect(undone(packed, 'ASCIIHexDecode', 'FlateDecode').toString()).toBe('Words');
    expect(undone(packed, 'AHx', 'Fl').toString()).toBe('Words');
  });
});
