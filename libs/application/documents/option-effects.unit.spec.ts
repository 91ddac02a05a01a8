import { expect, it } from 'vitest';
import { rejectionOf } from '#test/fakes/rejected.js';
import { assertRules, warningsOfOptions } from './option-effects.js';

it('an option that was given and has no effect on the format is a warning, by its name', () => {
  const format = { name: 'docx', options: ['translate_headers'] as const };
  expect(warningsOfOptions(format, ['translate_headers', 'sheet_names', 'ocr'])).toEqual([
    { code: 'option_without_effect', message: expect.stringContaining('sheet_names') },
    { code: 'option_without_effect', message: expect.stringContaining('ocr') },
  ]);
});

it('pages of a format that has none are refused by name', async () => {
  const { code, details } = await rejectionOf(() => warningsOfOptions({ name: 'txt', options: [] }, ['page_range']));
  expect([code, Object.keys(details ?? {})]).toEqual(['invalid_request', ['page_range']]);
  expect(warningsOfOptions({ name: 'pdf', options: ['page_range'] }, ['page_range'])).toEqual([]);
});

it.each(['json', 'yaml'])('a path to keys of %s that cannot be followed is refused with its place', async (name) => {
  const keys = { include: ['$.a', '$..b[0]'], exclude: ['$.c', 'title'] };
  const { code, message, details } = await rejectionOf(() => assertRules({ name }, { keys }));
  expect([code, Object.keys(details ?? {})]).toEqual(['invalid_request', ['format_options.keys.exclude[1]']]);
  expect(message).toContain('$, .name');
  const many = { include: [], exclude: Array.from({ length: 201 }, () => '$.a') };
  expect((await rejectionOf(() => assertRules({ name }, { keys: many }))).message).toContain('200');
});

it('rules for keys of other formats are names, of which any may be', () => {
  assertRules({ name: 'csv' }, { keys: { include: ['title'], exclude: [] } });
  assertRules({ name: 'json' }, {});
});
