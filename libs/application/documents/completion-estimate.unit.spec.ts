import { describe, expect, it } from 'vitest';
import { estimateCompletion } from './completion-estimate.js';
import type { DocumentLoad } from './document-load.port.js';

const now = '2026-11-21T08:00:00.000Z';
const pair = { source: 'en', target: 'es' };

/** Milliseconds until a document of 3,000 words is expected. */
const expectedIn = (load: Partial<DocumentLoad>, words = 3_000): number =>
  Date.parse(estimateCompletion(now, pair, words, { throughput: [], waiting: [], ...load })) - Date.parse(now);

describe('the expected completion of a document', () => {
  it('the estimate follows a default of 15,000 words a second while nothing is measured', () => {
    expect(expectedIn({})).toBe(3_200);
  });

  it('it follows what was measured of the language pair, and of no other', () => {
    const throughput = [
      { source: 'en', target: 'fr', fixedSeconds: 9, secondsPerWord: 1 },
      { ...pair, fixedSeconds: 0.25, secondsPerWord: 0.01 },
    ];
    expect(expectedIn({ throughput })).toBe(31_250);
    expect(expectedIn({ throughput }, 2)).toBe(1_270);
  });

  it('it is later by the documents that wait in front, of which a worker has three in hand', () => {
    const throughput = [
      { ...pair, fixedSeconds: 0.25, secondsPerWord: 0.01 },
      { source: 'en', target: 'fr', fixedSeconds: 1, secondsPerWord: 0.1 },
    ];
    const waiting = [
      { ...pair, documents: 12, words: 600 },
      { source: 'en', target: 'fr', documents: 3, words: 120 },
      { source: 'es', target: 'en', documents: 1, words: 45_000 },
    ];
    const ahead = 3_000 + 6_000 + 3_000 + 12_000 + 2_000 + 3_000;
    expect(expectedIn({ throughput, waiting })).toBe(31_250 + Math.ceil(ahead / 3));
  });
});
