import { describe, expect, it } from 'vitest';
import { createLanguageDetector } from './language-detector.js';
import { accuracyOf, calibrationError, engineLanguages, testTexts } from './test-set.suite.js';

const detector = createLanguageDetector();
const all = testTexts();
const unseen = all.filter(({ half }) => half === 'even');
const ofEngine = (length: 'short' | 'long') =>
  accuracyOf(
    detector,
    unseen.filter((text) => text.length === length && engineLanguages.includes(text.language)),
  );

// The goals are 0.99 and 0.92. Texts good in two languages, such as Bosnian and Croatian, miss theirs: see docs/text.md.
describe('accuracy of language detection', () => {
  it('accuracy is measured on 40 languages and more, with 20 short and 20 long texts each', () => {
    const languages = new Set(all.map(({ language }) => language));
    expect(languages.size).toBeGreaterThanOrEqual(40);
    for (const language of languages) {
      const own = all.filter((text) => text.language === language);
      expect(own.filter(({ length }) => length === 'short').length, language).toBe(20);
      expect(own.filter(({ length }) => length === 'long').length, language).toBe(20);
    }
  });

  it('detection is accurate for sentences, on the half held out', () => {
    const { right, rightForEngine, named } = ofEngine('long');
    expect(right).toBeGreaterThanOrEqual(0.96);
    expect(rightForEngine).toBeGreaterThanOrEqual(0.99);
    expect(named).toBeGreaterThanOrEqual(0.995);
  });

  it('detection is accurate for one to four words, on the half held out', () => {
    const { right, rightForEngine, named } = ofEngine('short');
    expect(right).toBeGreaterThanOrEqual(0.86);
    expect(rightForEngine).toBeGreaterThanOrEqual(0.9);
    expect(named).toBeGreaterThanOrEqual(0.985);
  });

  it('stated confidences are near the share of right answers', () => {
    expect(calibrationError(detector, unseen)).toBeLessThan(0.04);
  });
});
