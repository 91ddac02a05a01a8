import { describe, expect, it } from 'vitest';
import { ModelUnavailableError } from '#libs/ports/inference/inference.errors.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { ShoutingEngine } from '#test/fakes/shouting-engine.js';
import { WithMeta, withMeta } from '../../http/envelope.js';
import type { LanguageList, LanguagesQuery } from './languages.dto.js';
import { ListLanguagesHandler } from './list-languages.handler.js';

const pairs = [
  { source: 'en', target: 'es' },
  { source: 'es', target: 'en' },
  { source: 'fr', target: 'en', route: ['fr', 'es', 'en'] },
];
const listed = async (query: LanguagesQuery, all = pairs): Promise<LanguageList> => {
  const list = await new ListLanguagesHandler(new ShoutingEngine({ pairs: all })).handle(query);
  if (list instanceof WithMeta) throw new Error('The engine is there');
  return list;
};

describe('the list of languages', () => {
  it('the list has each language of the engine with its names and directions', async () => {
    const { languages, total } = await listed({});
    expect(total).toBe(3);
    expect(languages.find(({ code }) => code === 'fr')).toEqual({
      code: 'fr',
      name: 'French',
      native_name: 'français',
      script: 'Latin',
      supports_formality: false,
      supports_domain: false,
      supported_directions: ['from'],
      variants: [],
    });
  });

  it('the list has pairs and their routes when they are requested', async () => {
    const { pairs: found } = await listed({ detail: 'pairs', source: 'fr' });
    expect(found).toEqual([{ source: 'fr', target: 'en', route: ['fr', 'es', 'en'] }]);
    expect(await listed({})).not.toHaveProperty('pairs');
  });

  it('a source that is a variant is read as its language, also where the variant is a target', async () => {
    const toVariant = [...pairs, { source: 'es', target: 'en-US' }];
    for (const all of [pairs, toVariant]) {
      const { pairs: found } = await listed({ detail: 'pairs', source: 'en-US' }, all);
      expect(found).toEqual([{ source: 'en', target: 'es', route: ['en', 'es'] }]);
    }
  });

  it('the list is what the engine had while it is away, with a warning; before it was there it is a refusal', async () => {
    const behaviour = { pairs: [] as typeof pairs, health: { ready: false, reason: 'The server is away.' } };
    const asking = new ListLanguagesHandler(new ShoutingEngine(behaviour));
    await expect(asking.handle({})).rejects.toThrow(new ModelUnavailableError('The server is away.'));
    behaviour.pairs = pairs;
    const there = await asking.handle({});
    behaviour.pairs = [];
    expect(await asking.handle({})).toEqual(
      withMeta(there, { warnings: [{ code: 'engine_unavailable', message: expect.any(String) }] }),
    );
  });

  it('a list that may lack languages of an engine that has not answered yet says so', async () => {
    const engine = Object.assign(new ShoutingEngine({ pairs }), { unnamedPairs: () => 'away' });
    const list = await new ListLanguagesHandler(engine).handle({});
    expect(list).toMatchObject({ data: { total: 3 }, meta: { warnings: [{ code: 'engine_unavailable' }] } });
  });

  it('a filter by a language that the engine does not know is refused', async () => {
    const rejection = await rejectionOf(() => listed({ target: 'xx' }));
    expect(rejection).toMatchObject({ code: 'invalid_language', details: { target: expect.anything() } });
  });
});
