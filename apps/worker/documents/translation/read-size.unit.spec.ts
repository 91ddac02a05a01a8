import { expect, it } from 'vitest';
import type { ExtractedSegment } from '#libs/documents/formats/format.port.js';
import { ReadSize } from './read-size.js';

const segments = (count: number, text = 'two words.'): ExtractedSegment[] =>
  Array.from({ length: count }, () => ({ role: 'body', parts: [{ kind: 'text', text }] }));

it('the segments that are expected are those of the upload until there are more, and those that there are in the end', () => {
  const read = new ReadSize({ segmentCount: 10, wordCount: 20, characterCount: 100 });
  read.add(segments(4));
  expect(read.expectedSegments).toBe(10);
  read.add(segments(8));
  expect(read.expectedSegments).toBe(12);
  const other = new ReadSize({ segmentCount: 10, wordCount: 20, characterCount: 100 });
  other.add(segments(4));
  expect(other.end()).toEqual({ segmentCount: 10, wordCount: 20, characterCount: 100 });
  expect(other.expectedSegments).toBe(4);
});

it('an uncounted document is expected to go on as it began, and is counted', () => {
  const read = new ReadSize({ segmentCount: 0, wordCount: 0, characterCount: 100 });
  read.add(segments(2));
  expect(read.expectedSegments).toBe(10);
  read.add(segments(20));
  expect(read.expectedSegments).toBe(22);
  expect(read.end()).toEqual({ segmentCount: 22, wordCount: 44, characterCount: 220 });
});
