import { describe, expect, it } from 'vitest';
import { isLanguageCode } from '#libs/text/languages/iso-639-1.js';
import { jatEvidence } from './jat-reflex.js';
import { loadLanguageModels } from './linear-model.js';
import { noLanguage } from './script-languages.js';
import { bucketCount, featureCapacity, featuresOf, writeFeatures } from './text-features.js';
import { wordsOf } from './text-words.js';

const models = loadLanguageModels();

describe('features of a text', () => {
  it('features of a text are its n-grams, words and pairs of words, each in a bucket', () => {
    // " a ": `a`, ` a`, `a `, ` a ` and no end alone; nothing for a short word by itself.
    expect(featuresOf(['a'])).toHaveLength(5);
    expect(featuresOf(['a', 'b'])).toHaveLength(11);
    for (const feature of featuresOf(wordsOf('всё и ничего'))) {
      expect(feature).toBeGreaterThanOrEqual(0);
      expect(feature).toBeLessThan(bucketCount);
    }
  });

  it('features differ with the order of the words', () => {
    expect(featuresOf(['da', 'radim'])).not.toEqual(featuresOf(['radim', 'da']));
  });

  it('features of a text are bounded in number', () => {
    const features = new Int32Array(featureCapacity + 1).fill(-1);
    const words = Array.from({ length: 1_000 }, () => 'a'.repeat(60));
    expect(writeFeatures(words, features)).toBeLessThanOrEqual(featureCapacity);
    expect(features.at(-1)).toBe(-1);
    expect(featuresOf(['a'.repeat(10_000)]).length).toBeLessThan(250);
    expect(featuresOf(Array.from({ length: 10_000 }, () => 'house')).length).toBeLessThan(9_000);
  });
});

describe('reflex of old ě', () => {
  it.each(['gdje je vlak prije ponoći', 'lijepo vrijeme', 'vidjeti dijete', 'uvijek ovdje'])(
    'old ě is (i)je in %j',
    (text) => {
      expect(jatEvidence(text)).toBeLessThanOrEqual(-2);
    },
  );

  it.each(['gde je voz pre ponoći', 'istorije srbije', 'polje i znanje', 'nijedan objekat', 'kasnije je pije'])(
    'old ě is not (i)je in %j',
    (text) => {
      expect(jatEvidence(text)).toBeCloseTo(0);
    },
  );

  it('the reflex of old ě speaks no louder for more words', () => {
    expect(jatEvidence('uvijek '.repeat(100))).toBe(jatEvidence('uvijek '.repeat(5)));
  });
});

describe('models of languages', () => {
  it.each(Object.entries(models))('the %s model has known languages once, with finite evidence of each', (_, model) => {
    const { languages } = model;
    expect(languages.filter((language) => language !== noLanguage).every(isLanguageCode)).toBe(true);
    expect(new Set(languages).size).toBe(languages.length);
    const evidence = model.evidenceOf(['ab', 'ба', 'اب', 'अब', 'house']);
    expect(evidence).toHaveLength(languages.length);
    expect(evidence.every(Number.isFinite)).toBe(true);
    expect(new Set(evidence).size).toBeGreaterThan(1);
  });

  it('only scripts of several languages have a model', () => {
    expect(models.Grek).toBeUndefined();
  });

  it('a model keeps nothing of one text for the next', () => {
    const before = models.Latn?.evidenceOf([]).slice();
    expect(models.Latn?.evidenceOf(['house'])).not.toEqual(before);
    expect(models.Latn?.evidenceOf([])).toEqual(before);
  });

  it('a model speaks most for the language of the words, whatever was asked before', () => {
    const ask = (text: string) => {
      const nats = [...(models.Latn?.evidenceOf(wordsOf(text)) ?? [])];
      return models.Latn?.languages[nats.indexOf(Math.max(...nats))];
    };
    expect(ask('die kinderen spelen met hun hond in de tuin')).toBe('nl');
    expect(ask('los niños juegan con su perro en el jardín')).toBe('es');
    expect(ask('die kinderen spelen met hun hond in de tuin')).toBe('nl');
  });
});
