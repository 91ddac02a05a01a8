import { expect, it } from 'vitest';
import { isLabel } from './label.js';

it.each(['Acme', 'Société d’Exemple', 'a'.repeat(17), '😀'.repeat(17), 'می\u200cخواهم', '👨\u200d👩'])(
  '%s is a label',
  (text) => expect(isLabel(text, 17)).toBe(true),
);

it.each([
  7,
  '',
  '  ',
  'two\nlines',
  'a\u0085',
  '\0',
  '\ud83d',
  'a'.repeat(18),
  'a\u2028b',
  'exe.\u202efdp',
  'a\u200b',
  'a\u200c',
])('%j is none', (value) => expect(isLabel(value, 17)).toBe(false));
