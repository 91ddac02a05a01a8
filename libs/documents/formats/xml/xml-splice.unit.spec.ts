import { describe, expect, it } from 'vitest';
import { XmlCodec } from './xml-codec.js';
import { applyEdits, type XmlEdit } from './xml-splice.js';

async function* each<T>(items: Iterable<T>) {
  yield* items;
}

const joined = async (pieces: AsyncIterable<string>): Promise<string> => {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
};

const bytesOf = async (pieces: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  for await (const piece of pieces) chunks.push(piece);
  return Buffer.concat(chunks);
};

describe('edits', () => {
  const edited = (source: string[], ...edits: XmlEdit[]) => joined(applyEdits(each(source), each(edits)));

  it('an edit puts its text in place of a range and leaves the rest', async () => {
    expect(await edited(['abcdef'], { start: 1, end: 3, text: 'X' }, { start: 4, end: 4, text: 'Y' })).toBe('aXdYef');
  });

  it('an edit may reach over the pieces of the source', async () => {
    expect(await edited(['ab', '', 'cd', 'ef'], { start: 1, end: 5, text: 'X' })).toBe('aXf');
    expect(await edited(['ab', 'cd'], { start: 2, end: 3, text: 'X' }, { start: 3, end: 4, text: 'Y' })).toBe('abXY');
  });

  it('edits may change nothing or everything', async () => {
    expect(await edited(['ab', 'cd'])).toBe('abcd');
    expect(await edited(['ab', 'cd'], { start: 0, end: 4, text: '' })).toBe('');
  });

  it('edits that follow each other leave in pieces, however many there are', async () => {
    const edits = Array.from({ length: 1_000 }, (_, at) => ({ start: at, end: at + 1, text: 'X'.repeat(1_000) }));
    let longest = 0;
    let length = 0;
    for await (const piece of applyEdits(each(['a'.repeat(1_000)]), each(edits))) {
      longest = Math.max(longest, piece.length);
      length += piece.length;
    }
    expect(length).toBe(1_000_000);
    expect(longest).toBeLessThan(20_000);
  });

  it('the source is read no further than the edits have come', async () => {
    let read = 0;
    async function* source() {
      for (const piece of 'abcdef') {
        read += 1;
        yield piece;
      }
    }
    async function* edits() {
      yield { start: 1, end: 2, text: 'X' };
      expect(read).toBe(2);
      yield { start: 4, end: 5, text: 'Y' };
      expect(read).toBe(5);
    }
    expect(await joined(applyEdits(source(), edits()))).toBe('aXcdYf');
  });

  it('edits that fail end the reading of the source', async () => {
    let isClosed = false;
    async function* source() {
      try {
        yield 'abc';
        yield 'def';
      } finally {
        isClosed = true;
      }
    }
    async function* failing() {
      yield { start: 0, end: 1, text: 'X' };
      throw new Error('No more.');
    }
    await expect(joined(applyEdits(source(), failing()))).rejects.toThrow('No more.');
    expect(isClosed).toBe(true);
  });
});

describe('a part', () => {
  const text = '<?xml version="1.0"?>\r\n<a x="ä">東京 😀 и</a>';
  const utf16be = (from: string) => Buffer.from(from, 'utf16le').swap16();
  const encodings: [string, Buffer][] = [
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16 with a mark', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16, big end first, with a mark', utf16be(`\ufeff${text}`)],
    ['UTF-16', Buffer.from(text, 'utf16le')],
    ['UTF-16, big end first', utf16be(text)],
  ];

  it.each(encodings)('a part in %s is decoded, and encoded to the same bytes', async (_name, bytes) => {
    for (const size of [1, 3, 1000]) {
      const codec = new XmlCodec();
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.subarray(at * size, (at + 1) * size),
      );
      const decoded = await joined(codec.decode(each(pieces)));
      expect(decoded.replace('\ufeff', '')).toBe(text);
      expect((await bytesOf(codec.encode(each([decoded.slice(0, 9), decoded.slice(9)])))).equals(bytes)).toBe(true);
    }
  });

  it.each([
    ['half a character', Buffer.from([0x3c, 0x61, 0xe6, 0x9d])],
    ['a byte of another encoding', Buffer.from([0x3c, 0x61, 0xe4, 0x3e])],
    ['half a surrogate pair', Buffer.from('<\u0000a\u0000\u0000\u00d8a\u0000', 'latin1')],
  ])('a part with %s is refused', async (_what, bytes) => {
    const refused = expect.objectContaining({ name: 'FormatError', reason: 'invalid' });
    await expect(joined(new XmlCodec().decode(each([bytes])))).rejects.toEqual(refused);
  });
});
