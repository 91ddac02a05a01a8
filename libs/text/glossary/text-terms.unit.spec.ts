import { expect, it } from 'vitest';
import { textSegment } from '#libs/text/segments/text-segment.js';
import { compileGlossaryAtOnce } from './glossary-matcher.js';
import { TermTally } from './term-tally.js';
import { applyToText } from './text-terms.js';

const matcher = compileGlossaryAtOnce(
  [
    { source: 'USB 2.0', target: 'USB-2' },
    { source: '24/7', target: 'siempre' },
    { source: 'contract', target: 'contrato' },
  ],
  { source: 'en', target: 'es' },
);

const apply = (line: string) => {
  const tally = new TermTally();
  return { segment: applyToText(matcher, textSegment(line).segment, tally), applied: tally.applied };
};

it('terms with numbers are replaced, and the other numbers stay protected', () => {
  const { segment, applied } = apply('A USB 2.0 port costs 10.50 and works 24/7.');
  expect(segment.filter(({ kind }) => kind === 'keep').map((part) => 'text' in part && part.text)).toEqual([
    'USB-2',
    '10.50',
    'siempre',
  ]);
  expect(applied).toHaveLength(2);
});

it('a line that has none of the terms is left as it is', () => {
  const line = textSegment('It costs 10.50.').segment;
  expect(applyToText(matcher, line, new TermTally())).toBe(line);
});

it('terms are found beside numbers and in tags', () => {
  const { segment } = apply('The **contract** of 2024-05-12.');
  expect(segment).toEqual([
    { kind: 'text', text: 'The ' },
    { kind: 'open', id: 1 },
    { kind: 'keep', text: 'contrato', source: 'contract' },
    { kind: 'close', id: 1 },
    { kind: 'text', text: ' of ' },
    { kind: 'keep', text: '2024-05-12' },
    { kind: 'text', text: '.' },
  ]);
});
