import { expect, it } from 'vitest';
import type { RequestContext } from '../request-context.js';
import { askedLanguages, noteAsked } from './asked-text.js';

it('a request keeps all that is known of what it asks for', () => {
  const request = { caller: {} } as RequestContext;
  noteAsked(request, { targetLanguage: 'es', characterCount: 3 });
  noteAsked(request, { sourceLanguage: 'en', wordCount: 1 });
  expect(request.caller.asked).toEqual({ sourceLanguage: 'en', targetLanguage: 'es', wordCount: 1, characterCount: 3 });
});

it.each([
  ['en', 'pt-BR', { sourceLanguage: 'en', targetLanguage: 'pt-BR' }],
  [undefined, 'zu', { targetLanguage: 'zu' }],
  ['my secret', 'klingon', {}],
  ['xx', `es${'-abcdefgh'.repeat(50)}`, {}],
])('languages %s and %s are noted as %j', (source, target, noted) =>
  expect(askedLanguages(source, target)).toEqual(noted),
);
