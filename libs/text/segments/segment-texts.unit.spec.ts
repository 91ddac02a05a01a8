import { describe, expect, it } from 'vitest';
import type { SegmentPart } from './segment.js';
import { asText, joinTexts } from './segment-texts.js';

const text = (words: string): SegmentPart => ({ kind: 'text', text: words });
const single = (id: number): SegmentPart => ({ kind: 'single', id });

describe('asText', () => {
  it('texts and protected spans become one text', () => {
    expect(asText([text('see '), { kind: 'keep', text: 'https://a.b' }, text(''), single(1), text('!')])).toEqual([
      text('see https://a.b'),
      single(1),
      text('!'),
    ]);
  });
});

describe('joinTexts', () => {
  it('texts that touch are joined, empty ones are dropped and protected spans stay as they are', () => {
    const keep: SegmentPart = { kind: 'keep', text: 'https://a.b' };
    expect(joinTexts([text(''), text('see '), text(''), text('here: '), keep, text('!')])).toEqual([
      text('see here: '),
      keep,
      text('!'),
    ]);
  });
});
