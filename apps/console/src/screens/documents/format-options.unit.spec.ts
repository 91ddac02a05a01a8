import type { DocumentFormat } from '@transledger/sdk';
import { expect, it } from 'vitest';
import { formatOf, linesOf, optionFields } from './format-options.js';

const format = (id: string, extensions: string[], options: DocumentFormat['options']): DocumentFormat => ({
  ...{ id, name: id, extensions, media_types: [], outputs: [], options, include_source: true, page_images: true },
  ...{ max_bytes: 1, max_pages: null, available: true, unavailable_reason: null },
});
const pdf = format(
  'pdf',
  ['pdf'],
  [
    { name: 'translate_headers', in: 'options', type: 'boolean', default: true },
    { name: 'page_range', in: 'options', type: 'string', default: null },
    { name: 'ocr', in: 'format_options', type: 'boolean', default: false },
  ],
);

it.each([
  ['Report.PDF', pdf],
  ['report.pdf.txt', undefined],
  ['pdf', undefined],
])('the format of %s is known by its name', (name, found) => expect(formatOf(name, [pdf])).toBe(found));

it('an upload says what was chosen, where it belongs, and nothing that is as it comes', () => {
  const values = { translate_headers: false, page_range: '1-3', ocr: true };
  const fields = { translate_headers: false, page_range: '1-3', format_options: { ocr: true } };
  expect(optionFields(pdf, values)).toEqual(fields);
  expect(optionFields(pdf, { translate_headers: true, page_range: '', ocr: false })).toEqual({});
});

it('an option of another format is not sent', () => {
  expect(optionFields(pdf, { keys: { include: ['a'], exclude: [] } })).toEqual({});
  expect(optionFields(undefined, { ocr: true })).toEqual({});
});

it('names stand one a line', () => expect(linesOf(' $.title \n\n$.body')).toEqual(['$.title', '$.body']));
