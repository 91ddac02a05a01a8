import { describe, expect, it } from 'vitest';
import { estimateCompletion, revisedCompletion } from './completion-estimate.js';

const now = '2026-11-21T08:00:00.000Z';

/** Milliseconds until a document of 3,000 words is expected. */
const expectedIn = (documents: number, words: number, format = 'docx', pages = 1): number =>
  Date.parse(estimateCompletion(now, { format, words: 3_000, pages }, { documents, words })) - Date.parse(now);

describe('the expected completion of a document', () => {
  it('a document takes two seconds, and one for 15,000 words', () => {
    expect(expectedIn(0, 0)).toBe(3_200);
  });

  it('it is later by the documents that wait in front, of which a worker has three in hand', () => {
    expect(expectedIn(12, 45_000)).toBe(3_200 + (24_000 + 3_000) / 3);
  });

  it('an old format takes LibreOffice eight seconds more, and a hundred pages of a PDF three', () => {
    expect(expectedIn(0, 0, 'doc')).toBe(3_200 + 8_000);
    expect(expectedIn(0, 0, 'pdf', 100)).toBe(3_200 + 3_000);
  });
});

describe('the expected completion of a running translation', () => {
  const startedAt = Date.parse(now);
  const expectedAfter = (seconds: number, done: number): number =>
    Date.parse(revisedCompletion({ startedAt, now: startedAt + seconds * 1_000, done, total: 100 })) - startedAt;

  it('what remains takes as long as what is done took for its share', () => {
    expect(expectedAfter(10, 25)).toBe(10_000 + 30_000 + 1_000);
    expect(expectedAfter(90, 50)).toBe(90_000 + 90_000 + 1_000);
  });

  it('a translation without any segment done, or with all of them, is expected soon', () => {
    expect(expectedAfter(10, 0)).toBe(11_000);
    expect(expectedAfter(10, 100)).toBe(11_000);
  });
});
