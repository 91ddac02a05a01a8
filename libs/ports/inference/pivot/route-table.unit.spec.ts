import { describe, expect, it } from 'vitest';
import type { LanguagePair } from '../inference.port.js';
import { RouteTable } from './route-table.js';

const pairs = (...names: string[]): LanguagePair[] =>
  names.map((name) => ({ source: name.slice(0, 2), target: name.slice(3) }));

const route = (source: string, target: string, ...direct: string[]) =>
  new RouteTable(pairs(...direct)).routeOf(source, target)?.join(' ');

describe('the route', () => {
  it('a direct pair has no route, even where others could be passed through', () =>
    expect(route('fr', 'en', 'fr-en', 'fr-es', 'es-en')).toBeUndefined());

  it('a route passes through one other language, or two', () => {
    expect(route('fr', 'en', 'fr-es', 'es-en')).toBe('fr es en');
    expect(route('fr', 'sv', 'fr-es', 'es-en', 'en-sv')).toBe('fr es en sv');
  });

  it('a route never passes through three languages, nor back to its start', () => {
    expect(route('fr', 'nb', 'fr-es', 'es-en', 'en-sv', 'sv-nb')).toBeUndefined();
    expect(route('fr', 'fr', 'fr-es', 'es-fr')).toBeUndefined();
  });

  it('a route goes in the direction of each pair', () => expect(route('en', 'fr', 'fr-es', 'es-en')).toBeUndefined());

  it('a route is the shortest, whatever it passes through', () =>
    expect(route('sv', 'cy', 'sv-en', 'en-es', 'es-cy', 'sv-zu', 'zu-cy')).toBe('sv zu cy'));

  it('a route prefers English, then Spanish, then the first code', () => {
    expect(route('sv', 'cy', 'sv-de', 'de-cy', 'sv-es', 'es-cy', 'sv-en', 'en-cy')).toBe('sv en cy');
    expect(route('sv', 'cy', 'sv-de', 'de-cy', 'sv-es', 'es-cy')).toBe('sv es cy');
    expect(route('sv', 'cy', 'sv-nl', 'nl-cy', 'sv-de', 'de-cy')).toBe('sv de cy');
  });

  it('a route prefers Spanish where both ends are near it', () => {
    expect(route('eu', 'ca', 'eu-en', 'en-ca', 'eu-es', 'es-ca')).toBe('eu es ca');
    expect(route('eu', 'sv', 'eu-en', 'en-sv', 'eu-es', 'es-sv')).toBe('eu en sv');
  });

  it('a route weighs both languages that it passes through', () =>
    expect(route('oc', 'sv', 'oc-ca', 'ca-en', 'oc-es', 'es-en', 'en-sv')).toBe('oc es en sv'));

  it('a route ends in a variant, but leads to none of the language it begins with', () => {
    const table = new RouteTable([
      { source: 'pt', target: 'es' },
      { source: 'fr', target: 'es' },
      { source: 'fr', target: 'en' },
      { source: 'en', target: 'pt-BR' },
      { source: 'es', target: 'pt-BR' },
    ]);
    expect(table.routeOf('fr', 'pt-BR')).toEqual(['fr', 'es', 'pt-BR']);
    expect(table.routeOf('pt', 'pt-BR')).toBeUndefined();
  });

  it('a route does not depend on the order of the pairs', () => {
    const names = ['sv-de', 'de-cy', 'sv-es', 'es-cy', 'sv-en', 'en-cy', 'cy-br', 'br-ga'];
    const sorted = (table: RouteTable) => table.pairs.map((pair) => JSON.stringify(pair)).sort();
    expect(sorted(new RouteTable(pairs(...names.toReversed())))).toEqual(sorted(new RouteTable(pairs(...names))));
  });
});

describe('the pairs', () => {
  it('pairs are the direct ones as they are, and the others with their routes', () => {
    const direct = pairs('fr-es', 'es-en');
    expect(new RouteTable(direct).pairs).toEqual([
      ...direct,
      { source: 'fr', target: 'en', route: ['fr', 'es', 'en'] },
    ]);
  });

  it('no route is made up where all pairs of 38 languages are direct', () => {
    const codes = Array.from({ length: 38 }, (_, n) => String.fromCharCode(97 + (n % 26), 97 + Math.floor(n / 26)));
    const direct = codes.flatMap((source) =>
      codes.filter((code) => code !== source).map((target) => ({ source, target })),
    );
    expect(new RouteTable(direct).pairs).toHaveLength(38 * 37);
  });

  it('a table recognizes the same pairs by their content', () => {
    const table = new RouteTable(pairs('fr-es', 'es-en'));
    expect(table.isOf(pairs('fr-es', 'es-en'))).toBe(true);
    expect(table.isOf(pairs('fr-es'))).toBe(false);
    expect(table.isOf(pairs('fr-es', 'en-es'))).toBe(false);
  });
});
