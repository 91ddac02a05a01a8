import { expect, it } from 'vitest';
import { isLabel } from './label.js';

it.each(['Acme', 'Société d’Exemple', 'a'.repeat(10), '😀'.repeat(10)])('%s is a label', (text) =>
  expect(isLabel(text, 17)).toBe(true),
);

it.each([7, '', '  ', 'two\nlines', 'a\u0085', '\0', '\ud83d', 'a'.repeat(18)])('%j is none', (value) =>
  expect(isLabel(value, 17)).toBe(false),
);
