import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readInput, readText } from './text-input.js';

const inputOf = (...pieces: string[]) => ({ stdin: Readable.from(pieces.map((piece) => Buffer.from(piece))) });

describe('a text on standard input', () => {
  it.each([
    [['one'], 'one'],
    [['one\n'], 'one'],
    [['one\r\n'], 'one'],
    [['one\n\n'], 'one\n'],
    [['\n'], ''],
  ])('of %j the text is %j', async (pieces, text) => {
    expect(await readText(inputOf(...pieces))).toBe(text);
  });

  it('a character that comes in two pieces is one', async () => {
    const bytes = Buffer.from('ß');
    expect(await readInput({ stdin: Readable.from([bytes.subarray(0, 1), bytes.subarray(1)]) }, 10)).toBe('ß');
  });

  it('what is too long is refused before it is held', async () => {
    await expect(readInput(inputOf('12345', '67890', '1'), 10)).rejects.toThrow('more than 10 bytes');
  });
});
