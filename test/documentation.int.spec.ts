import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createApertiumEngine } from '#libs/ports/inference/apertium/apertium-engine.js';
import { createPivotingEngine } from '#libs/ports/inference/pivot/pivoting-engine.js';
import { baseLanguage } from '#libs/text/languages/language-tag.js';
import { projectRoot } from './project-root.js';

const engine = createPivotingEngine(createApertiumEngine());
afterAll(() => engine.close());

const numbers = [
  'none',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];

it('README.md counts the languages of Apertium, and names only what English reaches', async () => {
  const [, languages, reached = '', named = '', unreached] =
    /between (\d+) languages\. English reaches (\w+) of them, ([\w, ]+) among them, and not (\w+)\./.exec(
      readFileSync(join(projectRoot, 'README.md'), 'utf8'),
    ) ?? [];
  const ofEnglish = (await engine.pairs()).filter(({ source }) => source === 'en');
  const targets = new Set(ofEnglish.map(({ target }) => baseLanguage(target)));
  const codeOf: Readonly<Record<string, string>> = {
    Spanish: 'es',
    French: 'fr',
    Italian: 'it',
    Portuguese: 'pt',
    German: 'de',
  };
  const reaches = (language: string): boolean => targets.has(codeOf[language] ?? '');
  expect(Number(languages)).toBe((await engine.languages()).length);
  expect(numbers.indexOf(reached)).toBe(targets.size);
  expect(named.split(/, | and /).filter((language) => !reaches(language))).toEqual([]);
  expect([unreached, reaches(unreached ?? '')]).toEqual(['German', false]);
});
