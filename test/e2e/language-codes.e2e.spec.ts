import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from './eventually.js';
import { form as glossaryForm } from './glossary-client.js';
import type { RunningService } from './running-service.js';
import { sharedService, withEveryPair } from './shared-service.js';
import { StreamClient, type StreamFrame } from './stream-client.js';

/** Fields of an answer that tell how the codes of its request were read. */
interface Languages {
  source_language?: string;
  target_language?: string;
  translation?: string;
  translations?: { translation: string; source_language: string }[];
  pairs?: { source: string; target: string }[];
}

interface Answer {
  data?: Languages & { id?: string; status?: string; documents?: { id: string }[] };
  error?: { code: string; message: string };
}

type Route = (source: string, target: string) => Promise<Answer>;

const text = 'La casa es grande.';

describe('codes of languages, seen from outside', () => {
  let service: RunningService;
  let document: string;

  const json = async (answer: Response | Promise<Response>) => (await (await answer).json()) as Answer;
  const get = (path: string) => json(service.fetch(path));
  const post = (path: string, body: object) => json(service.postJson(path, body));
  const upload: Route = (source, target) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ source, target })) form.set(name, value);
    form.set('file', new Blob([text]), 'a.txt');
    return json(service.fetch('/v1/documents', { method: 'POST', body: form }));
  };
  const stream = async (frame: object): Promise<StreamFrame> => {
    const { client } = await StreamClient.authenticated(service.url, service.apiKey);
    client.say({ type: 'translate', id: 'a', ...frame });
    const isLast = ({ type }: StreamFrame) => type === 'complete' || type === 'error';
    await eventually(
      async () => client.frames,
      (frames) => frames.some(isLast),
    );
    client.socket.close();
    return client.frames.find(isLast) ?? expect.fail();
  };
  const ofGlossary = (source_language: string, target_language: string) => ({
    ...{ name: 'terms', source_language, target_language },
  });

  beforeAll(async () => {
    service = await sharedService(withEveryPair);
    document = (await upload('es', 'ca')).data?.id ?? expect.fail();
    await eventually(
      () => get(`/v1/documents/${document}`),
      ({ data }) => data?.status === 'completed',
    );
  });

  const routes: Readonly<Record<string, Route>> = {
    'a text': (source, target) => post('/v1/translate', { text, source, target }),
    'a batch': (source, target) => post('/v1/translate/batch', { texts: [text], source, target }),
    'a stream': async (source, target) => {
      const { type, code, message, ...data } = await stream({ text, source, target, stream: false });
      return type === 'error' ? { error: { code: String(code), message: String(message) } } : { data };
    },
    'an upload': upload,
    'a glossary of JSON': (source, target) =>
      post('/v1/glossaries', { ...ofGlossary(source, target), entries: [{ source: 'casa', target: 'casal' }] }),
    'a glossary of a form': (source, target) =>
      json(
        service.fetch('/v1/glossaries', {
          method: 'POST',
          body: glossaryForm('casa,casal\n', 'a.csv', ofGlossary(source, target)),
        }),
      ),
    'a glossary of a file': (source, target) =>
      json(
        service.fetch(`/v1/glossaries?${new URLSearchParams(ofGlossary(source, target))}`, {
          ...{ method: 'POST', headers: { 'content-type': 'text/csv' }, body: 'casa,casal\n' },
        }),
      ),
    'the list of languages': (source, target) =>
      get(`/v1/languages?${new URLSearchParams({ source, target, detail: 'pairs' })}`),
  };

  /** Says how a route read the codes, in the same words for every route. */
  const read = ({ data, error }: Answer): object => {
    expect(error).toBeUndefined();
    const { source_language, target_language, translation, translations, pairs = [] } = data ?? expect.fail();
    const texts = translations?.map((each) => each.translation) ?? translation;
    const [first] = translations ?? pairs.map(({ source }) => ({ source_language: source }));
    return { source: source_language ?? first?.source_language, target: target_language ?? pairs[0]?.target, texts };
  };

  it.each(
    Object.keys(routes).flatMap((route) =>
      [
        ['ES', 'CA', 'es', 'ca'],
        ['Es', 'PT-BR', 'es', 'pt-BR'],
        ['EN', 'eS', 'en', 'es'],
        ['en-US', 'ES', 'en', 'es'],
        ['es-mx', 'EN-us', 'es', 'en-US'],
      ].map((codes) => [route, ...codes] as const),
    ),
  )('%s: %s and %s are read as %s and %s', async (name, source = '', target = '', asSource = '', asTarget = '') => {
    const route = routes[name] ?? expect.fail();
    const answer = read(await route(source, target));
    expect(answer).toEqual(read(await route(asSource, asTarget)));
    expect(answer).toMatchObject({ source: expect.toBeOneOf([asSource, undefined]) });
    expect(answer).toMatchObject({ target: expect.toBeOneOf([asTarget, undefined]) });
  });

  it.each(Object.keys(routes))(
    '%s: a code as a locale of POSIX is refused with the one that was meant',
    async (name) => {
      const { error } = await (routes[name] ?? expect.fail())('es', 'pt_BR');
      expect(error).toMatchObject({ code: 'invalid_language', message: expect.stringContaining('is "pt-BR"') });
      const ofSource = await (routes[name] ?? expect.fail())('en_US', 'es');
      expect(ofSource.error).toMatchObject({ code: 'invalid_language', message: expect.stringContaining('is "en"') });
    },
  );

  it.each(['PT-BR', 'EN-us'])('a document is translated once more, to %s', async (target) => {
    const { error, data } = await post(`/v1/documents/${document}/translate`, { target });
    expect(error).toBeUndefined();
    const written = data?.target_language;
    expect(written?.toLowerCase()).toBe(target.toLowerCase());
    expect((await get(`/v1/documents/${document}?target=${target.toLowerCase()}`)).data).toMatchObject({
      target_language: written,
    });
  });

  it.each([
    ['source=ES', true],
    ['source=es-MX', true],
    ['target=CA', true],
    ['source=Es&target=cA', true],
    ['source=EN', false],
    ['target=FR', false],
  ])('the list of documents with %s', async (filter, has) => {
    const { data } = await get(`/v1/documents?${filter}`);
    expect(data?.documents?.some(({ id }) => id === document)).toBe(has);
  });

  it.each(['', '/download', '/report'])('a document%s is found by its target in any case', async (path) => {
    for (const target of ['CA', 'cA']) {
      expect((await service.fetch(`/v1/documents/${document}${path}?target=${target}`)).status).toBe(200);
    }
  });

  it.each(['', '/download', '/report'])('a document%s to a locale of POSIX says which was meant', async (path) => {
    const { error } = await get(`/v1/documents/${document}${path}?target=pt_BR`);
    expect(error).toMatchObject({ code: 'invalid_request', message: expect.stringContaining('did you mean pt-BR?') });
  });
});
