import { describe, expect, it } from 'vitest';
import { textIn } from './personal-data.js';

describe('a text of what was sealed', () => {
  it.each([
    ['what was written', { name: 'Ada' }, 'Ada'],
    ['empty when something else was written', { name: 7 }, ''],
    ['empty when nothing was written', {}, ''],
    ['marked when the subject was erased', null, '[erased]'],
  ])('a text of sealed data is %s', (_, opened, text) => {
    expect(textIn(opened, 'name')).toBe(text);
  });
});
