import { expect, it } from 'vitest';
import { withLanguageCodes } from './language-codes.js';
import { sourceLanguageSchema, targetLanguageSchema } from './property-schemas.js';

const document = {
  source: { type: ['string', 'null'], ...sourceLanguageSchema },
  target: { type: 'string', ...targetLanguageSchema, example: 'es' },
  other: { type: 'string', format: 'date-time', pattern: 'x' },
};

const pairs = [
  { source: 'en', target: 'pt-BR' },
  { source: 'es', target: 'en' },
];

const parsed = (...args: Parameters<typeof withLanguageCodes>): unknown => JSON.parse(withLanguageCodes(...args));

it('the document lists the languages of the engine, a variant only where it is a source or a target', () =>
  expect(parsed(document, pairs)).toEqual({
    source: { type: ['string', 'null'], enum: ['en', 'es', 'pt', null] },
    target: { type: 'string', example: 'es', enum: ['en', 'es', 'pt', 'pt-BR'] },
    other: document.other,
  }));

it('the document gives the form of a code alone while there is no engine', () =>
  expect(parsed(document, [])).toEqual(document));
