import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { TranslationOptions } from '#libs/domain/document/document.events.js';
import { defaultFormatOptions, defaultMergeOptions } from '../formats/format.port.js';
import { formatOptionsOf, mergeOptionsOf } from './format-options.js';

const historic = new URL('../../domain/document/history/document-translation-requested.v1.json', import.meta.url);
const { data } = JSON.parse(readFileSync(historic, 'utf8'));

const options: TranslationOptions = {
  domain: 'general',
  quality: 'fast',
  preserveLayout: false,
  preserveImages: false,
  translateHeaders: false,
  translateAltText: false,
  translateComments: true,
  pageRange: '1-3,5',
  sheetNames: true,
  hidden: true,
  ocr: true,
};
const rules = { keys: { include: ['$.title'], exclude: ['$.id'] }, itsRules: '<its:rules/>' };

it('formats are told every option', () => {
  const told = {
    translateHeaders: false,
    translateAltText: false,
    translateComments: true,
    pageRange: [
      { from: 1, to: 3 },
      { from: 5, to: 5 },
    ],
    sheetNames: true,
    hidden: true,
    ocr: true,
    ...rules,
  };
  expect(formatOptionsOf(options, rules)).toEqual(told);
  const languages = { sourceLanguage: 'en', targetLanguage: 'es' };
  expect(mergeOptionsOf({ options, ...languages }, rules, true)).toEqual({
    ...told,
    ...languages,
    preserveLayout: false,
    preserveImages: false,
    includeSource: true,
  });
});

it('an event of an older release asks for what is so by default', () => {
  expect(formatOptionsOf(data.options, {})).toEqual(defaultFormatOptions);
  const { sourceLanguage, targetLanguage } = data;
  expect(mergeOptionsOf(data, {}, false)).toEqual({ ...defaultMergeOptions, sourceLanguage, targetLanguage });
});
