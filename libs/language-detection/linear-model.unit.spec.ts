import { describe, expect, it } from 'vitest';
import { isLanguageCode } from '#libs/languages/iso-639-1.js';
import { jatEvidence } from './jat-reflex.js';
import { loadLanguageModels, modelEvidence } from './linear-model.js';
import { noLanguage } from './script-languages.js';
import { bucketCount, featuresOf } from './text-features.js';
import { wordsOf } from './text-words.js';

const models = loadLanguageModels();

describe('features of a text', () => {
  it('are its n-grams, words and pairs of words, each in a bucket', () => {
    // " a ": `a`, ` a`, `a `, ` a ` and no end alone; nothing for a short word by itself.
    expect(featuresOf(['a'])).toHaveLength(5);
    expect(featuresOf(['a', 'b'])).toHaveLength(11);
    for (const feature of featuresOf(wordsOf('всё и ничего'))) {
      expect(feature).toBeGreaterThanOrEqual(0);
      expect(feature).toBeLessThan(bucketCount);
    }
  });

  it('differ with the order of the words', () => {
    expect(featuresOf(['da', 'radim'])).not.toEqual(featuresOf(['radim', 'da']));
  });

  it('are bounded', () => {
    expect(featuresOf(['a'.repeat(10_000)]).length).toBeLessThan(250);
    expect(featuresOf(Array.from({ length: 10_000 }, () => 'house')).length).toBeLessThan(9_000);
  });
});

describe('reflex of old ě', () => {
  it.each(['gdje je vlak prije ponoći', 'lijepo vrijeme', 'vidjeti dijete', 'uvijek ovdje'])(
    'is (i)je in %j',
    (text) => {
      expect(jatEvidence(text)).toBeLessThanOrEqual(-2);
    },
  );

  it.each(['gde je voz pre ponoći', 'istorije srbije', 'polje i znanje', 'nijedan objekat', 'kasnije je pije'])(
    'is not in %j',
    (text) => {
      expect(jatEvidence(text)).toBeCloseTo(0);
    },
  );

  it('speaks no louder for more words', () => {
    expect(jatEvidence('uvijek '.repeat(100))).toBe(jatEvidence('uvijek '.repeat(5)));
  });
});

describe('models of languages', () => {
  it.each(Object.entries(models))('%s has known languages, and a finite weight of each', (_, model) => {
    expect(model.languages.filter((language) => language !== noLanguage).every(isLanguageCode)).toBe(true);
    expect(model.bias).toHaveLength(model.languages.length);
    expect(model.weights).toHaveLength(bucketCount * model.languages.length);
    expect(model.weights.every(Number.isFinite)).toBe(true);
    expect(model.weights.some((weight) => weight > 1)).toBe(true);
  });

  it('say nothing of scripts without one', () => {
    expect(modelEvidence(models, 'Grek', ['γειά'])).toEqual(new Map());
  });

  it('speak most for the language of the words', () => {
    const evidence = modelEvidence(models, 'Latn', wordsOf('die kinderen spelen met hun hond in de tuin'));
    expect([...evidence].toSorted(([, a], [, b]) => b - a)[0]?.[0]).toBe('nl');
  });
});
