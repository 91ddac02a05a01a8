import { expect, it } from 'vitest';
import { meant, modelNameOf, nearestPairs, textOfName } from './model-name.js';

const model = (text: string) => {
  const { source = '', target = '', architecture = '' } = modelNameOf(text) ?? {};
  return { source, target, architecture };
};

it.each([
  ['en-de', 'en-de'],
  [' EN-de:Tiny ', 'en-de:tiny'],
  ['zh-Hans-en', 'zh-en'],
  ['en-zh-hans:base', 'en-zh:base'],
  ['zh-hant-en', 'zh-Hant-en'],
])('%j names %s', (text, name) => {
  const found = modelNameOf(text);
  expect(found && textOfName(found)).toBe(name);
});

it.each(['', 'en', 'en-', 'en-de:', 'en-de:../..', 'en de', 'deutsch-en'])('%j names no model', (text) =>
  expect(modelNameOf(text)).toBeUndefined(),
);

it('a pair alone means base-memory, else base, else tiny, else what there is', () => {
  const name = model('en-de');
  const of = (...architectures: string[]) =>
    meant(
      { source: name.source, target: name.target },
      architectures.map((each) => ({ ...name, architecture: each })),
    )?.architecture;
  expect(of('tiny', 'base', 'base-memory')).toBe('base-memory');
  expect(of('tiny', 'base')).toBe('base');
  expect(of('huge', 'tiny')).toBe('tiny');
  expect(of('huge')).toBe('huge');
  expect(meant(model('en-de:base'), [model('en-de:tiny')])).toBeUndefined();
});

it('the nearest pairs of one that there is not are few, and are near', () => {
  const models = ['en-de:tiny', 'en-da:tiny', 'de-en:tiny', 'es-de:tiny', 'uk-ru:tiny'].map(model);
  expect(nearestPairs(model('en-dd'), models)).toEqual(['en-da', 'en-de', 'es-de']);
  expect(nearestPairs(model('xx-yy'), models)).toEqual([]);
});
