import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLanguageCode } from '#libs/text/languages/iso-639-1.js';
import { createLanguageDetector } from './language-detector.js';
import { likelyLanguages } from './likely-languages.js';

const detector = createLanguageDetector();
const languageOf = (text: string): string => detector.detect(text).language;

describe('language detector', () => {
  it.each([
    ['en', 'All human beings are born free and equal in dignity and rights.'],
    ['es', 'Todos los seres humanos nacen libres e iguales en dignidad y derechos.'],
    ['fr', 'Tous les êtres humains naissent libres et égaux en dignité et en droits.'],
    ['de', 'Alle Menschen sind frei und gleich an Würde und Rechten geboren.'],
    ['pt', 'Todos os seres humanos nascem livres e iguais em dignidade e em direitos.'],
    ['it', 'Tutti gli esseri umani nascono liberi ed eguali in dignità e diritti.'],
    ['ca', 'Tots els éssers humans neixen lliures i iguals en dignitat i en drets.'],
    ['eu', 'Gizon-emakume guztiak aske jaiotzen dira, duintasun eta eskubide berberak dituztela.'],
    ['nb', 'Jeg vet ikke hva hun heter, men hun kommer fra byen.'],
    ['nn', 'Eg veit ikkje kva ho heiter, men ho kjem frå byen.'],
    ['eo', 'Ĉiuj homoj estas denaske liberaj kaj egalaj laŭ digno kaj rajtoj.'],
    ['ru', 'Здравствуйте, как дела?'],
    ['uk', 'Всі люди народжуються вільними і рівними у своїй гідності та правах.'],
    ['be', 'Усе людзі нараджаюцца свабоднымі і роўнымі ў сваёй годнасці.'],
    ['bg', 'Всички хора се раждат свободни и равни по достойнство и права.'],
    ['mk', 'Сите човечки суштества се раѓаат слободни и еднакви.'],
    ['sr', 'Сва људска бића рађају се слободна и једнака.'],
    ['ar', 'يولد جميع الناس أحرارًا متساوين في الكرامة والحقوق.'],
    ['fa', 'تمام افراد بشر آزاد به دنیا می‌آیند و از لحاظ حیثیت و حقوق با هم برابرند گوچ.'],
    ['ur', 'تمام انسان آزاد اور حقوق و عزت کے اعتبار سے برابر پیدا ہوئے ہیں۔'],
    ['hi', 'सभी मनुष्यों को गौरव और अधिकारों के मामले में समानता प्राप्त है।'],
    ['ja', '今日は天気がいいです'],
    ['zh', '今天天气很好'],
    ['ko', '안녕하세요'],
    ['el', 'Γειά'],
    ['he', 'שלום'],
    ['th', 'สวัสดี'],
  ])('the detector recognizes %s', (language, text) => {
    expect(languageOf(text)).toBe(language);
  });

  it.each([
    ['Hola', 'es'],
    ['hello', 'en'],
    ['Bonjour', 'fr'],
    ['ciao!', 'it'],
  ])('the detector recognizes the single word %s', (text, language) => {
    expect(languageOf(text)).toBe(language);
  });

  it.each(['', ' \n', '42', '3.14 — !?', '😀 😀', 'https://example.com/hello'])(
    'the detector says und, with no confidence, of %j',
    (text) => {
      expect(detector.detect(text)).toMatchObject({ language: 'und', confidence: 0, alternatives: [] });
    },
  );

  it.each([
    ['gl', 'Unha muller fálalle aos nenos da aldea.'],
    ['oc', 'Los mainatges son dins lo jardin amb lor maire.'],
    ['an', 'Os ninos son en a carrera con o suyo pai.'],
    ['af', 'Hulle het nie geweet waar die kinders is nie.'],
    ['br', "N'ouzon ket pelec'h emañ an ti bras."],
    ['id', 'Mobil itu rusak karena bensinnya habis.'],
    ['ms', 'Kereta itu rosak kerana minyaknya habis.'],
    ['bs', 'Hljeb se prodaje svake sedmice u našoj općini.'],
    ['sr', 'Lepo vreme je bilo uvek pre nedelje.'],
  ])('the detector tells %s from languages that look alike', (language, text) => {
    expect(languageOf(text)).toBe(language);
  });

  it.each([
    ['ru', 'Privet, kak dela?'],
    ['ru', 'Ya ne znayu gde moya kniga'],
    ['el', 'Kalimera, ti kaneis simera'],
    ['hi', 'mera naam Rahul hai aur main Delhi mein rehta hoon'],
    ['ja', 'watashi wa nihongo ga suki desu'],
  ])('the detector recognizes %s in Latin letters: %s', (language, text) => {
    expect(detector.detect(text)).toMatchObject({ language, script: 'Latin' });
  });

  it.each([
    ['es', 'ÉL NO QUIERE VENIR MAÑANA'],
    ['tr', 'İSTANBUL ÇOK GÜZEL BİR ŞEHİR'],
    ['ru', 'ГДЕ НАХОДИТСЯ ВОКЗАЛ'],
    ['de', 'WIR SIND MÜDE'],
  ])('the detector reads %s in capitals: %s', (language, text) => {
    expect(languageOf(text)).toBe(language);
  });

  it('the detector reads a text without its accents, and one with its accents decomposed', () => {
    expect(languageOf('nu stiu unde este gara')).toBe('ro');
    expect(languageOf('Hyvää huomenta, miten sinä voit?'.normalize('NFD'))).toBe('fi');
  });

  it('the detector recognizes a Japanese name in Han, and doubts short ones', () => {
    expect(languageOf('東京駅')).toBe('ja');
    expect(detector.detect('日本').alternatives.map(({ language }) => language)).toEqual(['ja']);
  });

  it('markup, placeholders and handles say nothing about the language', () => {
    expect(languageOf('<b>Guten Morgen</b> {{user_name}} %s @the_old_house')).toBe('de');
  });

  it('the detector is less sure of a text in two writing systems than in one', () => {
    const mixed = detector.detect('Привет, как дела, my old friends');
    expect(mixed.language).toBe('ru');
    expect(mixed.confidence).toBeLessThan(detector.detect('Привет, как дела').confidence);
  });

  it('the detector is sure of nothing in a text of no language', () => {
    expect(detector.detect('xyzzy qwrtp').confidence).toBeLessThan(0.5);
  });

  it('the detector names the writing system of most letters', () => {
    expect(detector.detect('Привет, world и мир').script).toBe('Cyrillic');
    expect(detector.detect('Hello мир and more').script).toBe('Latin');
    expect(detector.detect('今日は').script).toBe('Japanese');
    expect(detector.detect('日本').script).toBe('Han');
  });

  it('the detector is surer of a long text than of a short one', () => {
    const short = detector.detect('casa');
    const long = detector.detect('La casa de mi amigo está en la ciudad y tiene un jardín muy grande.');
    expect(long.confidence).toBeGreaterThan(short.confidence);
    expect(long.confidence).toBeGreaterThan(0.9);
  });

  it('the detector offers the neighbours of a language as alternatives', () => {
    const { language, alternatives } = detector.detect('casa');
    expect([language, ...alternatives.map((alternative) => alternative.language)]).toEqual(
      expect.arrayContaining(['es', 'it', 'pt']),
    );
  });

  it('likely languages are the detected one and those nearly as likely, and none for a text without letters', () => {
    const likely = likelyLanguages(detector.detect('Volim te puno'));
    expect(likely[0]).toBe(languageOf('Volim te puno'));
    expect(likely).toEqual(expect.arrayContaining(['bs', 'hr']));
    expect(likelyLanguages(detector.detect('Where do the children go to school?'))).toEqual(['en']);
    expect(likelyLanguages(detector.detect('42'))).toEqual([]);
  });

  it.each([
    ['de', 'Wir fahren morgen nach Þingvellir und bleiben dort zwei Nächte.'],
    ['ru', 'Слово «їжак» пишется по-украински, а мы пишем «ёжик».'],
  ])('one foreign word does not mislead the detector in a text in %s', (language, text) => {
    expect(languageOf(text)).toBe(language);
  });

  it('a URL or an address in the text says nothing about its language', () => {
    expect(
      languageOf('Der Hund und die Katze https://example.com/the/black/cat/and/the/dog a.b@the-house.example'),
    ).toBe('de');
  });

  it('any text gets known codes, likeliest first, that sum to at most 1', () => {
    const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }), fc.lorem({ maxCount: 30 }));
    fc.assert(
      fc.property(text, (value) => {
        const { language, confidence, alternatives } = detector.detect(value);
        const all = [confidence, ...alternatives.map((alternative) => alternative.confidence)];
        expect(language === 'und' || isLanguageCode(language)).toBe(true);
        expect(alternatives.length).toBeLessThanOrEqual(5);
        expect(alternatives.every((alternative) => isLanguageCode(alternative.language))).toBe(true);
        expect(new Set([language, ...alternatives.map((each) => each.language)]).size).toBe(all.length);
        expect(all).toEqual(all.toSorted((a, b) => b - a));
        expect(all.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(1);
      }),
      { numRuns: 500 },
    );
  });

  it('10,000 code points of one letter are detected like any text', () => {
    expect(detector.detect('a'.repeat(10_000)).script).toBe('Latin');
  });
});
