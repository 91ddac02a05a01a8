import { expect, it } from 'vitest';
import { maxShownBytes, shownTextOf } from './shown-text.js';

let received = 0;
const download = (...pieces: Uint8Array[]) => ({
  async *[Symbol.asyncIterator]() {
    for (const piece of pieces) {
      received += 1;
      yield piece;
    }
  },
});
const shown = (...pieces: Uint8Array[]) => {
  received = 0;
  return shownTextOf(download(...pieces));
};

it.each([
  ['UTF-8', Buffer.from('mañana 港')],
  ['UTF-8 with a mark', Buffer.from('\ufeffmañana 港')],
  ['UTF-16', Buffer.from('\ufeffmañana 港', 'utf16le')],
  ['UTF-16 the other way', Buffer.from('\ufeffmañana 港', 'utf16le').swap16()],
])('a text in %s is read', async (_encoding, bytes) =>
  expect(await shown(bytes.subarray(0, 5), bytes.subarray(5))).toEqual({ text: 'mañana 港', isCut: false }),
);

it('a text in no such encoding has each of its bytes shown', async () =>
  expect((await shown(Buffer.from('mañana', 'latin1'))).text).toBe('mañana'));

it('a long text is cut between two characters, and the rest is not received', async () => {
  const piece = Buffer.from('ñ'.repeat(maxShownBytes / 4));
  const { text, isCut } = await shown(Buffer.from('x'), piece, piece, piece, piece);
  expect([text.length, isCut, received]).toEqual([maxShownBytes / 2, true, 3]);
  expect(text).not.toContain('\ufffd');
});

it('a file of just that size is whole', async () =>
  expect((await shown(Buffer.alloc(maxShownBytes, 'x'))).isCut).toBe(false));
