import { expect, it } from 'vitest';
import { likelyTag } from './likely-tag.js';

it.each([
  ['German', 'de'],
  ['deutsch', 'de'],
  [' ESPAÑOL ', 'es'],
  ['deu', 'de'],
  ['ger', 'de'],
  ['spa', 'es'],
  ['iw', 'he'],
  ['pt_BR', 'pt-BR'],
  ['es_419', 'es-419'],
  ['eng-us', 'en-US'],
  ['DE', 'de'],
])('%j means the language %s', (given, tag) => expect(likelyTag(given)).toBe(tag));

it.each(['', 'auto', 'xx', 'Klingonish', '<b>', '-', 'x'.repeat(36), `German${' '.repeat(40)}`])(
  '%j means no language',
  (given) => expect(likelyTag(given)).toBeUndefined(),
);
