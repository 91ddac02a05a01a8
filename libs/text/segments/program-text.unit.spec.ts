import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainText } from './plain-text.js';
import { cutAtStatements } from './program-text.js';
import type { Segment, SegmentPart } from './segment.js';
import { asText } from './segment-texts.js';

const text = (words: string): SegmentPart => ({ kind: 'text', text: words });
const keep = (words: string): SegmentPart => ({ kind: 'keep', text: words });
const open = (id: number): SegmentPart => ({ kind: 'open', id });
const close = (id: number): SegmentPart => ({ kind: 'close', id });

const shout = (segment: Segment): Segment =>
  segment.map((part) => (part.kind === 'text' ? text(part.text.toUpperCase()) : part));
const shouted = (segment: Segment): Segment => {
  const { texts, join } = cutAtStatements(segment);
  return asText(join(texts.map(shout)));
};

describe('a segment for an engine', () => {
  it('has its untouchable spans marked, and its tags left where they are', () =>
    expect(cutAtStatements([text('see '), open(1), text('https://example.com now'), close(1)]).texts).toEqual([
      [text('see '), open(1), keep('https://example.com'), text(' now'), close(1)],
    ]));

  it('is cut at the statements of templates, which stay in their order', () => {
    const segment = [text('Hi {% if user %}dear {{ user }}, {% else %} stranger{% endif %} {{ x }}')];
    expect(cutAtStatements(segment).texts).toEqual([
      [text('Hi')],
      [text('dear '), keep('{{ user }}'), text(',')],
      [text('stranger')],
    ]);
    expect(shouted(segment)).toEqual([text('HI {% if user %}DEAR {{ user }}, {% else %} STRANGER{% endif %} {{ x }}')]);
  });

  it('has a placeholder that runs tear apart as one part, and gives its tags back in it', () => {
    const segment = [text('Dear {{ '), open(1), text('user'), close(1), text('.name }}, hello')];
    expect(cutAtStatements(segment).texts).toEqual([[text('Dear '), keep('{{ user.name }}'), text(', hello')]]);
    expect(shouted(segment)).toEqual([text('DEAR {{ '), open(1), text('user'), close(1), text('.name }}, HELLO')]);
  });

  it.each([
    [
      'closes behind it where nothing else stands in its pair',
      [text('Dear '), open(1), text('{{ us'), close(1), text('er }} now')],
      [text('DEAR '), open(1), text('{{ user }}'), close(1), text(' NOW')],
    ],
    [
      'closes before it where words stand in its pair',
      [open(1), text('Dear {{ us'), close(1), text('er }} now')],
      [open(1), text('DEAR '), close(1), text('{{ user }} NOW')],
    ],
    [
      'opens before it',
      [text('Dear {% if '), open(1), text('x %}you'), close(1), text(' now')],
      [text('DEAR '), open(1), text('{% if x %}YOU'), close(1), text(' NOW')],
    ],
  ])('has no half of a tag in a placeholder: it %s', (_rule, segment, expected) => {
    expect(shouted(segment)).toEqual(expected);
  });

  it('comes back as it was from an engine that changes nothing, whatever is in it', () => {
    const word = fc.constantFrom(
      'word',
      ' ',
      'https://example.com/a',
      '{name}',
      '%s',
      '😀',
      '{{ a }}',
      '{% if x %}',
      '@endif',
      '\n',
      '{{',
      '}}',
    );
    const words = fc.array(word, { minLength: 1, maxLength: 6 }).map((found) => found.join(''));
    const pairs = fc.array(fc.tuple(words, words, fc.boolean()), { maxLength: 6 });
    fc.assert(
      fc.property(pairs, (found) => {
        const segment = found.flatMap(([before, inside, isPair], id): SegmentPart[] =>
          isPair
            ? [text(before), open(id), text(inside), close(id)]
            : [text(before), { kind: 'single', id }, text(inside)],
        );
        const { texts, join } = cutAtStatements(segment);
        const back = join(texts);
        expect(plainText(back)).toBe(plainText(segment));
        const tags = (parts: Segment) =>
          parts
            .filter((part) => !('text' in part))
            .map((part) => JSON.stringify(part))
            .sort();
        expect(tags(back)).toEqual(tags(segment));
      }),
      { seed: 36, numRuns: 500 },
    );
  });
});
