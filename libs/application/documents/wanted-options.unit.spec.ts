import { expect, it } from 'vitest';
import { chosenOptions, chosenRules, givenOptions } from './wanted-options.js';

const defaults = {
  domain: 'general',
  quality: 'balanced',
  preserveLayout: true,
  preserveImages: true,
  translateHeaders: true,
  translateAltText: true,
  translateComments: false,
  sheetNames: false,
  hidden: false,
  ocr: false,
};

it('options that nobody gave have their defaults', () => {
  expect(chosenOptions({})).toEqual(defaults);
});

it('another translation has the options that were given, and else those of the first one', () => {
  const first = chosenOptions({ domain: '12 law', quality: 'fast', translateComments: true, pageRange: '1-3' });
  expect(chosenOptions({ quality: 'quality', translateHeaders: false }, first)).toEqual({
    ...defaults,
    domain: '12 law',
    quality: 'quality',
    translateHeaders: false,
    translateComments: true,
    pageRange: '1-3',
  });
});

it('what the first translation of an older release does not say is as by default', () => {
  const first = { domain: 'general', preserveLayout: true, translateHeaders: false, quality: 'fast' } as const;
  expect(chosenOptions({}, first)).toEqual({ ...defaults, translateHeaders: false, quality: 'fast' });
});

it('each rule is the one that was given, and else that of the first translation', () => {
  const keys = { include: ['$.title'], exclude: [] };
  expect(chosenRules({ itsRules: '<b/>' }, { keys, itsRules: '<a/>' })).toEqual({ keys, itsRules: '<b/>' });
});

it('the options that were given have their names in the API, whatever their values', () => {
  expect(
    givenOptions({ quality: 'fast', preserveLayout: true, pageRange: '1', hidden: false, ocr: undefined }),
  ).toEqual(['preserve_layout', 'page_range', 'hidden']);
});
