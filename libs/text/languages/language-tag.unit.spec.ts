import { describe, expect, it } from 'vitest';
import { baseLanguage, canonicalTag, isLanguageTag, isVariant } from './language-tag.js';

describe('a language tag', () => {
  it.each([
    ['pt-br', 'pt-BR'],
    ['PT-BR', 'pt-BR'],
    ['ca-VALENCIA', 'ca-valencia'],
    ['oc-aranes', 'oc-aranes'],
    ['zh-hant-tw', 'zh-Hant-TW'],
  ])('%s is written %s', (tag, canonical) => expect(canonicalTag(tag)).toBe(canonical));

  it.each(['es', 'ES', '', 'xx', 'pt_BR', 'pt-', '-', 'pt--br', `pt-${'a-'.repeat(20)}`, '<b>-x', 'a'.repeat(100)])(
    'that is none, or plain, stays as it is: %j',
    (tag) => expect(canonicalTag(tag)).toBe(tag),
  );

  it('is of a language', () => {
    expect(['pt-BR', 'ca-valencia', 'es', ''].map(baseLanguage)).toEqual(['pt', 'ca', 'es', '']);
    expect(['pt-BR', 'es'].map(isVariant)).toEqual([true, false]);
  });

  it('is good where the language has a code of two letters and the rest is in canonical form', () => {
    for (const tag of ['pt', 'pt-BR', 'ca-valencia']) expect(isLanguageTag(tag)).toBe(true);
    for (const tag of ['por', 'pt-br', 'PT', 'xx-BR', 'pt_BR', 'en-fr', '']) expect(isLanguageTag(tag)).toBe(false);
  });
});
