import { expect, it } from 'vitest';
import { isPrinted, stepsOf } from './page-walk.js';

const page = (...lines: string[]): string => lines.map((line) => line.replace(/^~/, '```')).join('\n');

it('a step has the commands of a block, and what stands behind them up to the next heading', () => {
  const markdown = page(
    '# One',
    '~json',
    '{}',
    '~',
    '~sh',
    'a',
    'b',
    '~',
    'It says:',
    '~json',
    '{ "c": 1 }',
    '~',
    '~json',
    '[]',
    '~',
  );
  expect(
    stepsOf(`${markdown}\n## Two\n${page('~sh', 'd', '~', '~text', 'e', '~')}\n# Three\n${page('~', 'f', '~')}`),
  ).toEqual([
    { heading: 'One', commands: 'a\nb', expected: [], examples: ['{ "c": 1 }'] },
    { heading: 'Two', commands: 'd', expected: ['e'], examples: [] },
  ]);
});

it('a comment with an arrow says what the commands before it answer', () => {
  expect(stepsOf(page('~sh', 'a', '# → b', '', '# a comment', 'c', 'd', '# → e', '# → f', '~'))).toEqual([
    { heading: '', commands: 'a', expected: [], examples: ['b'] },
    { heading: '', commands: '# a comment\nc\nd', expected: [], examples: ['e', 'f'] },
  ]);
});

it('an ellipsis stands for the rest of a line, and on a line of its own for any lines', () => {
  const step = { heading: '', commands: '', expected: ['a…c', '…', 'd'], examples: [] };
  expect(isPrinted(step, 'abbc\nx\ny\nd\n')).toBe(true);
  expect(isPrinted(step, 'abb\nc\nd\n')).toBe(false);
});
