import { describe, expect, it } from 'vitest';
import { estimateCompletion } from './completion-estimate.js';

const now = '2026-11-21T08:00:00.000Z';

/** Milliseconds until a document of 3,000 words is expected. */
const expectedIn = (documents: number, words: number): number =>
  Date.parse(estimateCompletion(now, 3_000, { documents, words })) - Date.parse(now);

describe('the expected completion of a document', () => {
  it('a document takes two seconds, and one for 15,000 words', () => {
    expect(expectedIn(0, 0)).toBe(3_200);
  });

  it('it is later by the documents that wait in front, of which a worker has three in hand', () => {
    expect(expectedIn(12, 45_000)).toBe(3_200 + (24_000 + 3_000) / 3);
  });
});
