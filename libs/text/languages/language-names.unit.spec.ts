import { describe, expect, it } from 'vitest';
import { isLanguageCode, isoLanguages } from './iso-639-1.js';
import { englishName, nativeName, scriptName, scriptNameOf } from './language-names.js';

describe('language names', () => {
  it('the list has the 183 codes of ISO 639-1, each once and in order', () => {
    expect(isoLanguages).toHaveLength(183);
    expect([...new Set(isoLanguages)].sort()).toEqual(isoLanguages);
  });

  it('a code is known in small letters only', () => {
    expect(isLanguageCode('es')).toBe(true);
    for (const code of ['ES', 'spa', 'xx', '', 'es-MX', 'sh', 'constructor']) expect(isLanguageCode(code)).toBe(false);
  });

  it('every language has a name in English and in itself, and its script has one', () => {
    for (const code of isoLanguages) {
      expect(englishName(code)).toMatch(/^\p{Lu}[\p{L} ’',()-]+$/u);
      expect(nativeName(code)).toMatch(/^\p{L}/u);
      expect(scriptName(code)).toMatch(/^\p{Lu}[\p{L} ’-]+$/u);
    }
  });

  it.each([
    ['es', 'Spanish', 'español', 'Latin'],
    ['nb', 'Norwegian Bokmål', 'norsk bokmål', 'Latin'],
    ['sr', 'Serbian', 'српски', 'Cyrillic'],
    ['ur', 'Urdu', 'اردو', 'Arabic'],
    ['hi', 'Hindi', 'हिन्दी', 'Devanagari'],
    ['zh', 'Chinese', '中文', 'Simplified Han'],
    ['ja', 'Japanese', '日本語', 'Japanese'],
    ['an', 'Aragonese', 'aragonés', 'Latin'],
  ])('%s has its names', (code, english, native, script) => {
    expect([englishName(code), nativeName(code), scriptName(code)]).toEqual([english, native, script]);
  });

  it('a text whose language is unknown has a name for its language and its script', () => {
    expect(englishName('und')).toBe('Unknown language');
    expect(scriptNameOf('Zyyy')).toBe('Common');
  });
});
