import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainText } from '#libs/text/segments/plain-text.js';
import type { SegmentPart } from '#libs/text/segments/segment.js';
import { asText } from '#libs/text/segments/segment-texts.js';
import { protect } from './segment-protection.js';

describe('a segment', () => {
  it('a protected segment has its untouchable spans marked, and its tags left where they are', () =>
    expect(
      protect([
        { kind: 'text', text: 'see ' },
        { kind: 'open', id: 1 },
        { kind: 'text', text: 'https://example.com now' },
        { kind: 'close', id: 1 },
      ]),
    ).toEqual([
      { kind: 'text', text: 'see ' },
      { kind: 'open', id: 1 },
      { kind: 'keep', text: 'https://example.com' },
      { kind: 'text', text: ' now' },
      { kind: 'close', id: 1 },
    ]));

  it('a segment comes out of protection as text and tags alone, with adjacent texts joined', () =>
    expect(
      asText([
        { kind: 'keep', text: 'a' },
        { kind: 'text', text: 'b' },
        { kind: 'single', id: 2 },
        { kind: 'text', text: 'c' },
        { kind: 'keep', text: 'd' },
        { kind: 'keep', text: 'e' },
      ]),
    ).toEqual([
      { kind: 'text', text: 'ab' },
      { kind: 'single', id: 2 },
      { kind: 'text', text: 'cde' },
    ]));

  it('a segment is unchanged after protection and back, whatever is in it', () => {
    const word = fc.constantFrom('word', ' ', 'https://example.com/a', 'me@example.com', '{name}', '%s', '😀', '\n');
    const text = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(''));
    const tag = fc.record({ kind: fc.constantFrom('open', 'close', 'single'), id: fc.integer({ min: 1, max: 9 }) });
    const segments = fc
      .array(fc.tuple(text, tag), { maxLength: 8 })
      .map((pairs) => pairs.flatMap(([content, mark]): SegmentPart[] => [{ kind: 'text', text: content }, mark]));
    fc.assert(
      fc.property(segments, (segment) => {
        expect(asText(protect(segment))).toEqual(segment);
        expect(plainText(protect(segment))).toBe(plainText(segment));
      }),
      { seed: 20_261_121, numRuns: 500 },
    );
  });
});
