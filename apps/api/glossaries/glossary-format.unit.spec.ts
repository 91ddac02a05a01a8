import { describe, expect, it } from 'vitest';
import { rejectionOf } from '#test/fakes/rejected.js';
import { acceptedFormat, formatOfFile, formatOfMediaType } from './glossary-format.js';

describe('the format of a file', () => {
  it.each([
    ['terms.csv', 'application/octet-stream', 'csv'],
    ['TERMS.TSV', 'text/csv', 'tsv'],
    ['terms.en.tab', 'text/plain', 'tsv'],
    ['terms.tbx', 'text/xml', 'tbx'],
    ['terms', 'text/csv; charset=utf-8', 'csv'],
    ['terms.bin', 'application/x-tbx', 'tbx'],
  ])('the format of %s, declared as %s, is %s', (name, type, format) => expect(formatOfFile(name, type)).toBe(format));

  it.each([
    ['terms.xlsx', 'application/octet-stream'],
    ['csv', 'text/plain'],
    ['', ''],
    ['terms.constructor', 'text/plain'],
  ])('the file %s, declared as %s, has no known format', async (name, type) =>
    expect(await rejectionOf(() => formatOfFile(name, type))).toMatchObject({
      code: 'unsupported_format',
      status: 400,
    }),
  );

  it('the format of a body is determined by its media type alone', () => {
    expect(formatOfMediaType('Text/CSV; header=present')).toBe('csv');
    expect(formatOfMediaType('application/json')).toBeUndefined();
    expect(formatOfMediaType(undefined)).toBeUndefined();
  });
});

describe('an Accept header', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['*/*', undefined],
    ['application/json', undefined],
    ['image/png', undefined],
    ['text/csv', 'csv'],
    ['text/tab-separated-values;q=0.5', 'tsv'],
    ['application/x-tbx+xml, */*;q=0.1', 'tbx'],
    ['application/json;q=0.4, text/csv;q=0.8', 'csv'],
    ['application/json, text/csv;q=0.8', undefined],
    ['text/csv;q=0', undefined],
  ])('the Accept header %s selects %s', (accept, format) => expect(acceptedFormat(accept)).toBe(format));
});
