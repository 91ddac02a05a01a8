import { readFileSync } from 'node:fs';
import { beforeAll, expect, it, vi } from 'vitest';
import { describeWith } from '#test/servers/describe-with.js';
import { type Profile, verdictsOf } from '#test/servers/verapdf.js';
import { SourceTypefaces } from './fonts/source-typefaces.js';
import { translatedPdf } from './translated-pdf.fixture.js';

const sample = (name: string): Buffer => readFileSync(new URL(`./samples/${name}`, import.meta.url));

describeWith(['verapdf'], 'translations of conforming PDFs that veraPDF looks at', () => {
  const files: Record<string, Buffer> = {};

  beforeAll(async () => {
    for (const name of ['archive', 'accessible']) {
      const source = sample(`${name}.pdf`);
      files[name] = source;
      files[`${name}-capitals`] = (await translatedPdf(source, (text) => text.toUpperCase())).bytes;
      files[`${name}-accents`] = (await translatedPdf(source, (text) => text.replace(/[aeiou]/g, 'ė'))).bytes;
      files[`${name}-longer`] = (await translatedPdf(source, (text) => `${text} ${text}`)).bytes;
      const leftwards = await translatedPdf(source, () => 'مرحبا بالعالم', { targetLanguage: 'ar' });
      files[`${name}-leftwards`] = leftwards.bytes;
      // The samples are set in Noto and Tinos as their fonts are.
      for (const typeface of ['arimo', 'carlito'] as const) {
        const told = vi.spyOn(SourceTypefaces.prototype, 'typefaceOf').mockReturnValue(() => typeface);
        files[`${name}-${typeface}`] = (await translatedPdf(source, (text) => `${text} ė ж ω`)).bytes;
        told.mockRestore();
      }
    }
  });

  const rightwards = ['capitals', 'accents', 'longer', 'arimo', 'carlito'];
  it.each<[name: string, profile: Profile, translations: readonly string[]]>([
    ['archive', '1a', rightwards],
    ['archive', '1b', [...rightwards, 'leftwards']],
    ['accessible', '2a', rightwards],
    ['accessible', '2b', [...rightwards, 'leftwards']],
    ['accessible', 'ua1', rightwards],
  ])(
    '%s conforms to %s as before',
    async (name, profile, translations) => {
      const names = [name, ...translations.map((translation) => `${name}-${translation}`)];
      const verdicts = await verdictsOf(
        Object.fromEntries(names.map((file) => [file, files[file] as Buffer])),
        profile,
      );
      expect(verdicts).toEqual(Object.fromEntries(names.map((file) => [file, []])));
    },
    600_000,
  );
});
