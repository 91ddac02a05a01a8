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

it('the document has the languages of the engine as examples, a variant only where it is a source or a target', () =>
  expect(parsed(document, pairs)).toEqual({
    source: {
      type: ['string', 'null'],
      format: 'bcp47',
      pattern: sourceLanguageSchema.pattern,
      examples: ['en', 'es', 'pt'],
    },
    target: {
      type: 'string',
      format: 'bcp47',
      pattern: targetLanguageSchema.pattern,
      examples: ['es', 'en', 'pt', 'pt-BR'],
    },
    other: document.other,
  }));

it('the document gives the form of a code alone while there is no engine', () =>
  expect(parsed(document, [])).toEqual(document));
