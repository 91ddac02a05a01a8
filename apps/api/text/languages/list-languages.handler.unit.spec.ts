import { describe, expect, it } from 'vitest';
import { rejectionOf } from '#test/fakes/rejected.js';
import { ShoutingEngine } from '#test/fakes/shouting-engine.js';
import { ListLanguagesHandler } from './list-languages.handler.js';

const pairs = [
  { source: 'en', target: 'es' },
  { source: 'es', target: 'en' },
  { source: 'fr', target: 'en', route: ['fr', 'es', 'en'] },
];
const handler = new ListLanguagesHandler(new ShoutingEngine({ pairs }));

describe('the list of languages', () => {
  it('the list has each language of the engine with its names and directions', async () => {
    const { languages, total } = await handler.handle({});
    expect(total).toBe(3);
    expect(languages.find(({ code }) => code === 'fr')).toEqual({
      code: 'fr',
      name: 'French',
      native_name: 'français',
      script: 'Latin',
      supports_formality: false,
      supported_directions: ['from'],
      variants: [],
    });
  });

  it('the list has pairs and their routes when they are requested', async () => {
    const { pairs: listed } = await handler.handle({ detail: 'pairs', source: 'fr' });
    expect(listed).toEqual([{ source: 'fr', target: 'en', route: ['fr', 'es', 'en'] }]);
    expect(await handler.handle({})).not.toHaveProperty('pairs');
  });

  it('a source that is a variant is read as its language, also where the variant is a target', async () => {
    const toVariant = [...pairs, { source: 'es', target: 'en-US' }];
    for (const all of [pairs, toVariant]) {
      const { pairs: listed } = await new ListLanguagesHandler(new ShoutingEngine({ pairs: all })).handle({
        ...{ detail: 'pairs', source: 'en-US' },
      });
      expect(listed).toEqual([{ source: 'en', target: 'es', route: ['en', 'es'] }]);
    }
  });

  it('a filter by a language that the engine does not know is refused', async () => {
    const rejection = await rejectionOf(() => handler.handle({ target: 'xx' }));
    expect(rejection).toMatchObject({ code: 'invalid_language', details: { target: expect.anything() } });
  });
});
