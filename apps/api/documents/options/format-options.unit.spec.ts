import { expect, it } from 'vitest';
import { rejectionOf } from '#test/fakes/rejected.js';
import { readFormatOptions, readFormatOptionsOfForm } from './format-options.js';

const everything = {
  sheet_names: true,
  hidden: false,
  ocr: true,
  keys: { include: ['$.title'], exclude: ['$.id', 'Column B'] },
  its_rules: '<its:rules xmlns:its="http://www.w3.org/2005/11/its" version="2.0"/>',
};

it('each option of single formats is read, from JSON and from a form', () => {
  const { sheet_names: sheetNames, its_rules: itsRules, ...others } = everything;
  expect(readFormatOptions(everything, 'options.format_options')).toEqual({ sheetNames, itsRules, ...others });
  expect(readFormatOptionsOfForm(JSON.stringify(everything), 'format_options')).toEqual({
    sheetNames,
    itsRules,
    ...others,
  });
});

it.each([undefined, null, {}, { keys: null, hidden: null }])(
  'options that are not given are undefined: %j',
  (given) => {
    expect(Object.values(readFormatOptions(given, 'format_options')).filter((value) => value !== undefined)).toEqual(
      [],
    );
  },
);

it('rules for keys need only one of their two lists', () => {
  expect(readFormatOptions({ keys: { include: ['$.a'] } }, 'format_options').keys).toEqual({
    include: ['$.a'],
    exclude: [],
  });
});

it.each<[string, unknown]>([
  ['format_options', 'sheet_names'],
  ['format_options', []],
  ['format_options.colour', { colour: true }],
  ['format_options.sheet_names', { sheet_names: 'true' }],
  ['format_options.hidden', { hidden: 1 }],
  ['format_options.ocr', { ocr: 'yes' }],
  ['format_options.keys', { keys: ['$.a'] }],
  ['format_options.keys.only', { keys: { only: ['$.a'] } }],
  ['format_options.keys.include', { keys: { include: '$.a' } }],
  ['format_options.keys.include', { keys: { include: [''] } }],
  ['format_options.keys.exclude', { keys: { exclude: [1] } }],
  ['format_options.keys.exclude', { keys: { exclude: Array.from({ length: 1_001 }, () => 'a') } }],
  ['format_options.its_rules', { its_rules: true }],
  ['format_options.its_rules', { its_rules: 'x'.repeat(60_001) }],
])('a wrong option is refused by its place: %s', async (path, value) => {
  const { code, details } = await rejectionOf(() => readFormatOptions(value, 'format_options'));
  expect([code, Object.keys(details ?? {})]).toEqual(['invalid_request', [path]]);
});

it.each(['{', 'true', '"x"', ''])('a field of a form that is no JSON object is refused: %j', async (json) => {
  const { code, details } = await rejectionOf(() => readFormatOptionsOfForm(json, 'format_options'));
  expect([code, Object.keys(details ?? {})]).toEqual(['invalid_request', ['format_options']]);
});

it.each([
  ['json_depth', '['.repeat(30_000)],
  ['json_values', `[${Array(2_500).fill('{}').join(',')}]`],
])('options of a form that break the bound %s are refused unparsed', async (bound, json) =>
  expect(await rejectionOf(() => readFormatOptionsOfForm(json, 'format_options'))).toMatchObject({
    code: 'invalid_request',
    status: 400,
    details: { limit_of: bound },
  }),
);
