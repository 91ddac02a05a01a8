import { describe, expect, it } from 'vitest';
import type { Detection } from '#libs/text/languages/detection/language-detector.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { ShoutingEngine } from '#test/fakes/shouting-engine.js';
import { languagesOfText } from './text-languages.js';

const inference = new ShoutingEngine({
  pairs: [
    { source: 'bs', target: 'en' },
    { source: 'es', target: 'en' },
    { source: 'es', target: 'pt-BR' },
  ],
});

const seems = (language: string, confidence: number, alternatives: Detection['alternatives'] = []) => ({
  detect: (): Detection => ({ language, confidence, script: 'Latn', alternatives }),
});

const languages = (detector: ReturnType<typeof seems>, given: string | undefined, target: string) =>
  languagesOfText({ inference, detector }, 'text', given, target);

describe('the languages of a text', () => {
  it('the source is the one given, whatever is detected, or else the detected one', async () => {
    const es = seems('es', 0.9);
    const pair = { source: 'es', target: 'en' };
    expect(await languages(es, undefined, 'en')).toEqual({ detected: 'es', source: 'es', pair });
    expect(await languages(seems('fi', 0.9), 'es', 'en')).toEqual({ detected: 'fi', source: 'es', pair });
  });

  it('the source is the target for a text without letters, or one that is in the target already', async () => {
    expect(await languages(seems('und', 0), undefined, 'en')).toEqual({
      detected: 'und',
      source: 'en',
      pair: undefined,
    });
    expect(await languages(seems('und', 0), undefined, 'pt-BR')).toMatchObject({ source: 'pt', pair: undefined });
    expect(await languages(seems('pt', 0.9), undefined, 'pt-BR')).toMatchObject({ source: 'pt', pair: undefined });
  });

  it('an equally likely language that can be translated is chosen when the likeliest cannot', async () => {
    const croatian = seems('hr', 0.5, [
      { language: 'sr', confidence: 0.25 },
      { language: 'bs', confidence: 0.22 },
    ]);
    expect(await languages(croatian, undefined, 'en')).toEqual({
      detected: 'hr',
      source: 'bs',
      pair: { source: 'bs', target: 'en' },
    });
  });

  it('a text is refused when only an unlikely language could be translated', async () => {
    const finnish = seems('fi', 0.9, [{ language: 'es', confidence: 0.05 }]);
    const rejection = await rejectionOf(() => languages(finnish, undefined, 'en'));
    expect(rejection).toMatchObject({ code: 'invalid_language', details: { source: expect.anything() } });
  });
});
