import { expect, it } from 'vitest';
import { formatList } from './format-list.js';

const readable = [
  {
    name: 'xlsx',
    mediaType: 'application/x-sheet',
    extensions: ['xlsx', 'xlsm'],
    maxPages: 4_096,
    options: ['include_source', 'sheet_names', 'translate_comments'] as const,
    isDrawn: true,
  },
];

it('a format that is read has its options with type and default, and its own form as output', () => {
  expect(formatList(readable).find(({ id }) => id === 'xlsx')).toEqual({
    id: 'xlsx',
    name: 'Excel',
    extensions: ['xlsx', 'xlsm'],
    media_types: ['application/x-sheet', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    outputs: ['xlsx'],
    options: [
      { name: 'translate_comments', in: 'options', type: 'boolean', default: false },
      { name: 'sheet_names', in: 'format_options', type: 'boolean', default: false },
    ],
    include_source: true,
    page_images: true,
    max_bytes: 104_857_600,
    max_pages: 4_096,
    available: true,
    unavailable_reason: null,
  });
});

it('a format that is not read is listed with the reason', () => {
  const list = formatList(readable);
  expect(list.map(({ id }) => id).join(' ')).toBe(
    'docx doc xlsx xls pptx ppt pdf odt ods odp txt rtf html xml markdown idml srt vtt ass ssa json yaml csv po xcstrings arb properties',
  );
  expect(list.find(({ id }) => id === 'pdf')).toMatchObject({
    extensions: ['pdf'],
    outputs: [],
    options: [],
    max_pages: null,
    available: false,
    unavailable_reason: expect.stringMatching(/\.$/),
  });
});

it('a format whose program is missing is listed with its options and the reason', () => {
  const missing = 'Files of the type XLSX need a program.';
  const list = formatList(readable.map((format) => ({ ...format, missing })));
  expect(list.find(({ id }) => id === 'xlsx')).toMatchObject({
    outputs: ['xlsx'],
    available: false,
    unavailable_reason: missing,
  });
});
