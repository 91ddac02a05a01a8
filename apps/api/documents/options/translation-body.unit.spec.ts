import { expect, it } from 'vitest';
import { rejectionOf } from '#test/fakes/rejected.js';
import { unknownFieldsOf } from '../../http/unknown-fields.js';
import { readTranslationBody } from './translation-body.js';

const given = (options: object): object =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));

it('every option of a body is read', () => {
  const options = {
    preserve_layout: false,
    preserve_images: false,
    translate_headers: false,
    translate_alt_text: false,
    translate_comments: true,
    quality: 'quality',
    page_range: ' 1 - 3, 5',
    domain: '12 law',
    glossary_id: 'glo_2',
    format_options: { sheet_names: true, keys: { exclude: ['$.id'] } },
  };
  const read = readTranslationBody({ target: 'es', options });
  expect(read.target).toBe('es');
  expect(given(read.options)).toEqual({
    preserveLayout: false,
    preserveImages: false,
    translateHeaders: false,
    translateAltText: false,
    translateComments: true,
    quality: 'quality',
    pageRange: '1-3,5',
    domain: '12 law',
    glossaryId: 'glo_2',
    sheetNames: true,
    keys: { include: [], exclude: ['$.id'] },
  });
});

it('nothing that is read is told as ignored, and what is no option is', () => {
  const body = { target: 'es', options: { quality: 'fast' } };
  readTranslationBody(body);
  expect(unknownFieldsOf(body)).toBeUndefined();
  const other = { target: 'es', pages: '1' };
  readTranslationBody(other);
  expect(unknownFieldsOf(other)).toHaveLength(1);
});

it.each([
  ['page_range', 'options'],
  ['quality', 'options'],
  ['format_options', 'options'],
  ['ocr', 'options.format_options'],
])('%s beside the options is refused, with its place', async (name, place) => {
  const rejection = await rejectionOf(async () => readTranslationBody({ target: 'es', [name]: '1', options: {} }));
  expect(rejection).toMatchObject({ code: 'invalid_request', details: { [name]: [`belongs into ${place}`] } });
});

it('several targets are asked for one by one', async () => {
  const { details } = await rejectionOf(async () => readTranslationBody({ target: ['ca', 'fr'] }));
  expect(details).toEqual({ target: ['must be the code of one language, such as "es"'] });
});

it('the glossary beside the options comes first', () => {
  const body = { target: 'es', glossary_id: 'glo_1', options: { glossary_id: 'glo_2' } };
  expect(readTranslationBody(body).options.glossaryId).toBe('glo_1');
});

it.each([{}, { options: null }, { options: { quality: null, translate_headers: null, format_options: null } }])(
  'an option that is null or not there is not given: %j',
  (body) => expect(given(readTranslationBody({ target: 'es', ...body }).options)).toEqual({}),
);

it.each<[string, unknown]>([
  ['options.preserve_layout', { preserve_layout: 'false' }],
  ['options.quality', { quality: 'best' }],
  ['options.domain', { domain: 'law' }],
  ['options.page_range', { page_range: '3-1' }],
  ['options.page_range', { page_range: '1 2' }],
  ['options.page_range', { page_range: 3 }],
  ['options.colour', { colour: true }],
  ['options.format_options.colour', { format_options: { colour: true } }],
])('a wrong option is refused by its place: %s', async (path, options) => {
  const { code, details } = await rejectionOf(() => readTranslationBody({ target: 'es', options }));
  expect([code, Object.keys(details ?? {})]).toEqual(['invalid_request', [path]]);
});

it('options that are no object are refused', async () => {
  expect((await rejectionOf(() => readTranslationBody({ target: 'es', options: 'fast' }))).code).toBe(
    'invalid_request',
  );
});

it('what is right of a body that is refused is noted', () => {
  const noted: object[] = [];
  const body = { target: 'es', options: { domain: '12 law', format_options: 'none' } };
  expect(() => readTranslationBody(body, (facts) => noted.push(facts))).toThrow();
  expect(noted).toEqual([{ targetLanguage: 'es' }, { domain: '12 law' }]);
});
