import { describe, expect, it } from 'vitest';
import { englishName, nativeName, scriptName, scriptNameOf } from './language-names.js';

describe('the name of a language', () => {
  it.each([
    ['es', 'Spanish', 'español', 'Latin'],
    ['fi', 'Finnish', 'suomi', 'Latin'],
    ['ru', 'Russian', 'русский', 'Cyrillic'],
    ['ar', 'Arabic', 'العربية', 'Arabic'],
    ['mk', 'Macedonian', 'македонски', 'Cyrillic'],
    ['oc', 'Occitan', 'occitan', 'Latin'],
    ['nb', 'Norwegian Bokmål', 'norsk bokmål', 'Latin'],
  ])('%s is %s, in itself %s, written in %s', (code, name, native, script) => {
    expect(englishName(code)).toBe(name);
    expect(nativeName(code)).toBe(native);
    expect(scriptName(code)).toBe(script);
  });

  it('of no language says so', () => expect(englishName('und')).toBe('Undetermined'));

  it('of a language that CLDR does not know in itself is the English one', () =>
    expect(nativeName('an')).toBe('Aragonese'));

  it('of a script is English', () => expect(scriptNameOf('Hang')).toBe('Hangul'));
});
