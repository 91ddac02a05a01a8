import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#test/project-root.js';
import type { LanguageDetector } from './language-detector.js';

interface TestText {
  language: string;
  length: 'short' | 'long';
  /** Half of the set: lists and weights were made with the odd lines; accuracy is stated on the even ones. */
  half: 'odd' | 'even';
  text: string;
}

const folder = join(projectRoot, 'libs/text/languages/detection/test-set');

/**
 * Languages that Apertium's working pairs on Debian 12 read or write; but for Sardinian, a target only, that has no
 * texts here.
 */
export const engineLanguages: readonly string[] =
  'af an be bg br bs ca da en eo es eu fr gl hi hr id is it mk ms nb nl nn oc pt ro ru sl sr sv ur'.split(' ');

/** Languages that are one to Apertium, which reads all three alike. */
const serboCroatian: ReadonlySet<string> = new Set(['bs', 'hr', 'sr']);

export const testTexts = (): TestText[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.txt'))
    .flatMap((file) => {
      const [short = '', long = ''] = readFileSync(join(folder, file), 'utf8').trim().split('\n\n');
      const texts = (length: TestText['length'], lines: string): TestText[] =>
        lines.split('\n').map((text, index) => ({
          language: file.slice(0, -'.txt'.length),
          length,
          half: index % 2 === 0 ? 'odd' : 'even',
          text,
        }));
      return [...texts('short', short), ...texts('long', long)];
    });

export interface Accuracy {
  texts: number;
  /** Share of right answers, 0 to 1. */
  right: number;
  /** Share of right answers, with Bosnian, Croatian and Serbian as one language. */
  rightForEngine: number;
  /** Share of texts whose right language is the answer or one of the alternatives. */
  named: number;
}

export const accuracyOf = (detector: LanguageDetector, texts: readonly TestText[]): Accuracy => {
  const sum = { right: 0, rightForEngine: 0, named: 0 };
  for (const { language, text } of texts) {
    const answer = detector.detect(text);
    const isRight = answer.language === language;
    if (isRight) sum.right += 1;
    if (isRight || (serboCroatian.has(language) && serboCroatian.has(answer.language))) sum.rightForEngine += 1;
    if (isRight || answer.alternatives.some((alternative) => alternative.language === language)) sum.named += 1;
  }
  return {
    texts: texts.length,
    right: sum.right / texts.length,
    rightForEngine: sum.rightForEngine / texts.length,
    named: sum.named / texts.length,
  };
};

/**
 * Computes the mean distance between the confidence stated and the share of right answers, in tenths of confidence; 0
 * is perfect.
 */
export const calibrationError = (detector: LanguageDetector, texts: readonly TestText[]): number => {
  const tenths = new Map<number, number>();
  for (const { language, text } of texts) {
    const answer = detector.detect(text);
    const tenth = Math.floor(answer.confidence * 10);
    const surplus = answer.confidence - (answer.language === language ? 1 : 0);
    tenths.set(tenth, (tenths.get(tenth) ?? 0) + surplus);
  }
  return [...tenths.values()].reduce((sum, surplus) => sum + Math.abs(surplus), 0) / texts.length;
};
