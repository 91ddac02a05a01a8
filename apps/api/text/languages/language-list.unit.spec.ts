import { describe, expect, it } from 'vitest';
import { rejectionOf } from '#test/fakes/rejected.js';
import { assertTargetFilter, filteredPairs, languagesOf } from './language-list.js';

const pairs = [
  { source: 'es', target: 'en' },
  { source: 'en', target: 'es' },
  { source: 'en', target: 'eu', route: ['en', 'es', 'eu'] },
  { source: 'fr', target: 'es' },
];

describe('the list of languages', () => {
  it('languages are listed by code, each once, with the directions that they have', () =>
    expect(languagesOf(pairs)).toEqual([
      { code: 'en', directions: ['to', 'from'], variants: [] },
      { code: 'es', directions: ['to', 'from'], variants: [] },
      { code: 'eu', directions: ['to'], variants: [] },
      { code: 'fr', directions: ['from'], variants: [] },
    ]));

  it('variants that are targets are listed with their language, and are no languages themselves', () => {
    const withVariants = [...pairs, { source: 'es', target: 'pt-PT' }, { source: 'es', target: 'pt-BR' }];
    expect(languagesOf(withVariants).filter(({ variants }) => variants.length > 0)).toEqual([
      { code: 'pt', directions: ['to'], variants: ['pt-BR', 'pt-PT'] },
    ]);
    expect(languagesOf(filteredPairs(withVariants, { target: 'pt-BR' })).map(({ code }) => code)).toEqual(['es', 'pt']);
  });

  it('the languages of a source are those that it can be translated to, and itself', () =>
    expect(languagesOf(filteredPairs(pairs, { source: 'en' }))).toEqual([
      { code: 'en', directions: ['from'], variants: [] },
      { code: 'es', directions: ['to'], variants: [] },
      { code: 'eu', directions: ['to'], variants: [] },
    ]));

  it('the languages of a target are those that can be translated to it, and itself', () =>
    expect(languagesOf(filteredPairs(pairs, { target: 'es' })).map(({ code }) => code)).toEqual(['en', 'es', 'fr']));

  it('the languages of a source and a target are those two, or none', () => {
    expect(languagesOf(filteredPairs(pairs, { source: 'fr', target: 'es' })).map(({ code }) => code)).toEqual([
      'es',
      'fr',
    ]);
    expect(languagesOf(filteredPairs(pairs, { source: 'fr', target: 'en' }))).toEqual([]);
  });

  it('an engine without models has no languages', () => expect(languagesOf([])).toEqual([]));
});

describe('a filter', () => {
  it('a filter keeps pairs in their order, with their routes', () => {
    expect(filteredPairs(pairs, {})).toEqual(pairs);
    expect(filteredPairs(pairs, { source: 'en' })).toEqual([pairs[1], pairs[2]]);
    expect(filteredPairs(pairs, { source: 'en', target: 'eu' })).toEqual([pairs[2]]);
  });

  it.each([undefined, 'en', 'eu', 'fr'])('a filter by %s is accepted', (code) =>
    expect(() => assertTargetFilter(pairs, code)).not.toThrow(),
  );

  it.each(['', 'xx', 'EN', 'en-GB'])('a filter by %j is refused', async (code) =>
    expect(await rejectionOf(() => assertTargetFilter(pairs, code))).toMatchObject({
      code: 'invalid_language',
      details: { target: expect.arrayContaining([expect.stringContaining('is not a supported language code')]) },
    }),
  );
});
