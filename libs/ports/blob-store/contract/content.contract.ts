import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BlobNotFoundError } from '../blob-store.errors.js';
import { type BlobSuite, inPieces, patternBytes, sha256 } from './blob-suite.js';

/** Content is read back as it was put. */
export const contentContract = (suite: BlobSuite): void => {
  describe('content that was put', () => {
    it.each([
      ['nothing', () => 0],
      ['one byte', () => 1],
      ['a byte less than a chunk', () => suite.chunkLength - 1],
      ['a chunk', () => suite.chunkLength],
      ['a byte more than a chunk', () => suite.chunkLength + 1],
      ['some chunks', () => 3 * suite.chunkLength],
      ['many chunks and a bit', () => 20 * suite.chunkLength + 777],
    ])('content is read back whole: %s', async (_what, length) => {
      const content = patternBytes(length());
      const id = suite.newId();
      const expected = { id, size: content.length, sha256: sha256(content) };
      expect(await suite.put(id, content)).toEqual(expected);
      expect(await suite.store.stat(id)).toEqual(expected);
      expect((await suite.contentOf(id)).equals(content)).toBe(true);
    });

    it('content is read back in any range, in whatever pieces it came', async () => {
      const nearEdge = fc
        .tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: -2, max: 2 }))
        .map(([chunks, offset]) => Math.max(0, chunks * suite.chunkLength + offset));
      const place = fc.oneof(nearEdge, fc.integer({ min: 0, max: 3 * suite.chunkLength }));
      const pieceLength = fc.oneof(
        fc.integer({ min: 1_000, max: 4 * suite.chunkLength }),
        nearEdge.map((length) => length + 1_000),
      );
      await fc.assert(
        fc.asyncProperty(place, pieceLength, place, place, async (size, piece, one, other) => {
          const content = patternBytes(size);
          const range = { start: Math.min(one, other), end: Math.max(one, other) };
          await suite.store.put('property', inPieces(content, piece));
          const found = await suite.contentOf('property', range);
          expect(found.equals(content.subarray(range.start, range.end))).toBe(true);
        }),
        { numRuns: 60 },
      );
    });

    it('stored content is not legible', async () => {
      const id = suite.newId();
      const content = Buffer.from('a sentence that nobody else may read');
      await suite.put(id, content);
      expect((await suite.stored.read(id)).includes(content.subarray(0, 8))).toBe(false);
    });

    it('the same content is stored as different bytes each time', async () => {
      const [one, two] = [suite.newId(), suite.newId()];
      await suite.put(one, patternBytes(100));
      await suite.put(two, patternBytes(100));
      const first = await suite.stored.read(one);
      await suite.put(one, patternBytes(100));
      expect(await suite.stored.read(one)).not.toEqual(first);
      expect(await suite.stored.read(two)).not.toEqual(first);
    });
  });

  describe('a range', () => {
    it('a range is clipped to the content', async () => {
      const id = suite.newId();
      await suite.put(id, Buffer.from('0123456789'));
      expect(String(await suite.contentOf(id, { start: 7, end: 1_000 }))).toBe('789');
      expect(await suite.contentOf(id, { start: 10, end: 20 })).toHaveLength(0);
      expect(await suite.contentOf(id, { start: 500, end: 600 })).toHaveLength(0);
      expect(await suite.contentOf(id, { start: 4, end: 4 })).toHaveLength(0);
    });

    it.each([
      { start: -1, end: 5 },
      { start: 5, end: 4 },
      { start: Number.NaN, end: 4 },
      { start: 0.5, end: 4 },
    ])('a range that makes no sense is refused: %j', async (range) => {
      const id = suite.newId();
      await suite.put(id, Buffer.from('0123456789'));
      await expect(suite.store.read(id, range)).rejects.toThrow(RangeError);
    });
  });

  it('a blob that does not exist is not found', async () => {
    await expect(suite.store.stat('missing')).rejects.toThrow(BlobNotFoundError);
    await expect(suite.store.read('missing')).rejects.toThrow(BlobNotFoundError);
  });

  it.each(['', '../escape', 'a/b', 'a.b', 'ü', 'a\0', 'x'.repeat(129)])('an id such as %j is refused', async (id) => {
    const before = await suite.stored.count();
    await expect(suite.put(id, patternBytes(10))).rejects.toThrow(RangeError);
    await expect(suite.store.stat(id)).rejects.toThrow(RangeError);
    await expect(suite.store.read(id)).rejects.toThrow(RangeError);
    await expect(suite.store.delete(id)).rejects.toThrow(RangeError);
    expect(await suite.stored.count()).toBe(before);
  });

  it('an id may have 128 characters of either case', async () => {
    const id = `${'aZ9_-'.repeat(25)}end`;
    await suite.put(id, patternBytes(10));
    expect(await suite.contentOf(id)).toEqual(patternBytes(10));
  });
};
