import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ExtractedSegment } from '#libs/documents/formats/format.port.js';
import { plainText } from '#libs/text/segments/plain-text.js';
import { batchesOf } from './batching.js';

const segmentOf = (text: string): ExtractedSegment => ({ role: 'body', parts: [{ kind: 'text', text }] });

async function* extraction(texts: readonly string[], pageSize: number): AsyncGenerator<ExtractedSegment[]> {
  for (let start = 0; start < texts.length; start += pageSize) {
    yield texts.slice(start, start + pageSize).map(segmentOf);
  }
}

const batchesIn = async (texts: readonly string[], pageSize = 30) => {
  const batches: { number: number; texts: string[] }[] = [];
  for await (const { number, segments } of batchesOf(extraction(texts, pageSize))) {
    batches.push({ number, texts: segments.map(({ parts }) => plainText(parts)) });
  }
  return batches;
};

describe('batches', () => {
  it('a document without segments has no batches', async () => expect(await batchesIn([])).toEqual([]));

  it('batches hold 64 short segments each, the last one the rest', async () => {
    const batches = await batchesIn(Array.from({ length: 130 }, (_, index) => `segment ${index}`));
    expect(batches.map(({ number, texts }) => [number, texts.length])).toEqual([
      [0, 64],
      [1, 64],
      [2, 2],
    ]);
  });

  it('a batch ends with the segment that passes 6,000 characters', async () => {
    const batches = await batchesIn(['x'.repeat(5_999), 'y', 'z', 'w'.repeat(20_000), 'v']);
    expect(batches.map(({ texts }) => texts.map((text) => text.length))).toEqual([[5_999, 1], [1, 20_000], [1]]);
  });

  const texts = fc.array(fc.string({ maxLength: 3_000 }), { maxLength: 200 });

  it('batches have every segment once, in order, and numbers without gaps', () =>
    fc.assert(
      fc.asyncProperty(texts, async (all) => {
        const batches = await batchesIn(all);
        expect(batches.flatMap((batch) => batch.texts)).toEqual(all);
        expect(batches.map(({ number }) => number)).toEqual(batches.keys().toArray());
      }),
      { seed: 20_261_121, numRuns: 50 },
    ));

  it('batches are cut at the same places, in whatever pages the segments come', () =>
    fc.assert(
      fc.asyncProperty(texts, fc.integer({ min: 1, max: 70 }), async (all, pageSize) => {
        expect(await batchesIn(all, pageSize)).toEqual(await batchesIn(all, 64));
      }),
      { seed: 20_261_121, numRuns: 50 },
    ));
});
