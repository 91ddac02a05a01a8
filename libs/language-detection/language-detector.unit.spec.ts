import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLanguageDetector } from './language-detector.js';

const { detect } = createLanguageDetector();

describe('a language is told', () => {
  it.each([
    ['en', 'The committee approved the annual budget after a long discussion.'],
    ['es', 'La reunión comenzará mañana a las nueve de la mañana en la oficina.'],
    ['fr', "Nous avons besoin d'une réponse avant la fin de la semaine prochaine."],
    ['de', 'Die Sitzung wurde wegen des schlechten Wetters auf Donnerstag verschoben.'],
    ['fi', 'Hallitus päätti asiasta eilen pidetyssä kokouksessa.'],
    ['pt', 'Não sabemos ainda quando o relatório será publicado.'],
    ['nb', 'Møtet ble utsatt fordi været var så dårlig i går.'],
    ['ru', 'Сегодня утром в городе шёл сильный дождь.'],
    ['uk', 'Сьогодні вранці у місті йшов сильний дощ.'],
    ['el', 'Καλημέρα σας'],
    ['ja', '今日は天気がとても良いです。'],
    ['zh', '今天天气非常好。'],
    ['ko', '오늘은 날씨가 좋습니다.'],
    ['ar', 'الطقس جميل جدا هذا اليوم'],
    ['th', 'สวัสดีครับ'],
  ])('%s', (language, text) => {
    const detection = detect(text);
    expect(detection.language).toBe(language);
    expect(detection.confidence).toBeGreaterThan(0.3);
  });
});

describe('a detection', () => {
  it.each(['', ' ', '12 + 3 = 15', '😀 🎉', '---'])('of %j is undetermined, with confidence 0', (text) =>
    expect(detect(text)).toEqual({ language: 'und', confidence: 0, script: 'Common', alternatives: [] }),
  );

  it('names the writing system of most letters', () => {
    expect(detect('Привет, world!').script).toBe('Cyrillic');
    expect(detect('Hello, мир, how are you?').script).toBe('Latin');
  });

  it('looks past a long table of figures', () =>
    expect(detect(`${'12.5; '.repeat(600)}The annual budget was approved by the committee.`).language).toBe('en'));

  it('never claims more than certainty in all, and orders its alternatives', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        const { confidence, alternatives } = detect(text);
        const all = [confidence, ...alternatives.map((alternative) => alternative.confidence)];
        expect(all.reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(1);
        expect(all).toEqual([...all].sort((a, b) => b - a));
        expect(alternatives.length).toBeLessThanOrEqual(5);
      }),
    ));
});
