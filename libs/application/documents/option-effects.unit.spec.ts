import { expect, it } from 'vitest';
import { defaultFormatOptions } from '#libs/documents/formats/format.port.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { assertRules, warningsOfOptions, warningsOfText } from './option-effects.js';

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

it.each(['json', 'yaml', 'arb', 'properties'])(
  'a path to keys of %s that cannot be followed is refused with its place',
  async (name) => {
    const keys = { include: ['$.a', '$..b[0]'], exclude: ['$.c', 'title'] };
    const { code, message, details } = await rejectionOf(() => assertRules({ name }, { keys }));
    expect([code, Object.keys(details ?? {})]).toEqual(['invalid_request', ['format_options.keys.exclude[1]']]);
    expect(message).toContain('$, .name');
    const many = { include: [], exclude: Array.from({ length: 201 }, () => '$.a') };
    expect((await rejectionOf(() => assertRules({ name }, { keys: many }))).message).toContain('200');
  },
);

it('rules for keys of other formats are names, of which any may be', () => {
  assertRules({ name: 'csv' }, { keys: { include: ['title'], exclude: [] } });
  assertRules({ name: 'json' }, {});
});

const size = { pageCount: 3, wordCount: 0, characterCount: 0, segmentCount: 0 };
const empty = { isCounted: true, ...size, pageCountSource: 'file' as const, detectedLanguage: 'und' };

const pagesFrom = (from: number) => ({ ...defaultFormatOptions, pageRange: [{ from, to: 9 }] });

it.each([0, 1])(
  'pages that are all behind the last one are refused with the number that there is',
  async (segmentCount) => {
    const { code, message, details } = await rejectionOf(() =>
      warningsOfText({ ...empty, segmentCount }, pagesFrom(4)),
    );
    expect([code, Object.keys(details ?? {})]).toEqual(['invalid_request', ['page_range']]);
    expect(message).toContain('page_range begins behind the end: the file has 3 pages');
  },
);

it('pages of the file without a text are a warning, and those of a file that cannot be laid out are taken where they have one', () => {
  expect(warningsOfText(empty, pagesFrom(3))).toMatchObject([{ code: 'nothing_to_translate' }]);
  expect(warningsOfText({ ...empty, segmentCount: 1 }, pagesFrom(3))).toEqual([]);
  expect(warningsOfText({ ...empty, isCounted: false }, pagesFrom(4))).toEqual([]);
  const estimated = { ...empty, segmentCount: 1, arePagesEstimated: true };
  expect(warningsOfText(estimated, pagesFrom(4))).toMatchObject([{ code: 'pages_estimated' }]);
});
