import { describe, expect, it } from 'vitest';
import { baseLanguage, canonicalTag, isLanguageTag, isVariant } from './language-tag.js';

describe('a language tag', () => {
  it.each([
    ['pt-br', 'pt-BR'],
    ['PT-BR', 'pt-BR'],
    ['ca-VALENCIA', 'ca-valencia'],
    ['oc-aranes', 'oc-aranes'],
    ['zh-hant-tw', 'zh-Hant-TW'],
    ['ES', 'es'],
  ])('the tag %s is written %s', (tag, canonical) => expect(canonicalTag(tag)).toBe(canonical));

  it.each(['es', '', 'xx', 'SPA', 'pt_BR', 'pt-', '-', 'pt--br', `pt-${'a-'.repeat(20)}`, '<b>-x', 'a'.repeat(100)])(
    'a plain code, and a string that is no tag, stays as it is: %j',
    (tag) => expect(canonicalTag(tag)).toBe(tag),
  );

  it('a tag has a language, and one with a region is a variant', () => {
    expect(['pt-BR', 'ca-valencia', 'es', ''].map(baseLanguage)).toEqual(['pt', 'ca', 'es', '']);
    expect(['pt-BR', 'es'].map(isVariant)).toEqual([true, false]);
  });

  it('a tag is valid where its language has a code of two letters and the rest is in canonical form', () => {
    for (const tag of ['pt', 'pt-BR', 'ca-valencia']) expect(isLanguageTag(tag)).toBe(true);
    for (const tag of ['por', 'pt-br', 'PT', 'xx-BR', 'pt_BR', 'en-fr', '']) expect(isLanguageTag(tag)).toBe(false);
  });
});
