import fc from 'fast-check';
import { expect, it } from 'vitest';
import { notJson } from './json-fault.js';

it.each([
  ['{"text":x}', 'line 1, column 9'],
  ['{"text":"a",}', 'line 1, column 13'],
  ['{"text" "a"}', 'line 1, column 9'],
  ['{\n  "text": \'a\'\n}', 'line 2, column 11'],
  ['{"a":1}{', 'line 1, column 8'],
  ['[1 2]', 'line 1, column 4'],
  ['[1,]', 'line 1, column 4'],
  ['[,1]', 'line 1, column 2'],
  ['{1:2}', 'line 1, column 2'],
  ['{"a":[1}', 'line 1, column 8'],
  ['{"a":"tab\there"}', 'line 1, column 6'],
  ['{"a":01}', 'line 1, column 7'],
  ['text=a', 'line 1, column 1'],
  ['{"a":', 'it ends too early'],
  ['{"a":1', 'it ends too early'],
  ['[[[', 'it ends too early'],
])('%j goes wrong at %s', (text, place) => expect(notJson('It', text).message).toBe(`It is not valid JSON: ${place}.`));

it('a text goes wrong where one character of it was replaced, or behind it', () =>
  fc.assert(
    fc.property(fc.json({ maxDepth: 4 }), fc.nat(), (json, at) => {
      const index = at % json.length;
      const broken = `${json.slice(0, index)}\u0001${json.slice(index + 1)}`;
      // A string is refused where it begins.
      const [, column = '0'] = /column (\d+)\.$/.exec(notJson('It', broken).message) ?? [];
      expect(Number(column)).toBeGreaterThan(0);
      expect(Number(column)).toBeLessThanOrEqual(index + 1);
    }),
  ));

it('only what holds up nobody is looked through', () => {
  expect(notJson('It', '['.repeat(65_536)).message).toContain('it ends too early');
  expect(notJson('It', '['.repeat(65_537)).message).toBe('It is not valid JSON.');
});
