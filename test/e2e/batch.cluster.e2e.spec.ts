import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from './eventually.js';
import type { RunningService } from './running-service.js';
import { sharedService, withApertium } from './shared-service.js';

interface BatchResponse {
  data: {
    translations: {
      text: string;
      translation?: string;
      source_language?: string;
      route?: string[];
      error?: { code: string; message: string; status: number };
    }[];
    total_word_count: number;
    total_character_count: number;
  };
  meta: { request_id: string; processing_time_ms: number };
}

interface TextAnswer {
  data: { translation: string; source_language: string };
  meta: { model: string; cached: boolean; route?: string[] };
}

interface AuditEntry {
  request_id: string;
  action: string;
  resource: string;
  result: string;
  metadata: Record<string, unknown>;
}

interface Languages {
  data: { languages: { code: string }[]; total: number; pairs?: { source: string; target: string; route: string[] }[] };
}

const english = 'The house is big.';
const french = 'Le chat est dans la maison de mon ami.';
const russian = 'Сегодня хорошая погода.';
const tooLong = 'a '.repeat(5_001);

describe('batches, the cache and pivots, seen from outside', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await sharedService(withApertium);
  });

  const send = (body: object, headers: Record<string, string> = {}) =>
    service.postJson('/v1/translate/batch', body, { headers });

  const batch = async (body: object, headers?: Record<string, string>): Promise<BatchResponse> => {
    const answer = await send(body, headers);
    expect(answer.status).toBe(200);
    return (await answer.json()) as BatchResponse;
  };

  const translate = async (body: object): Promise<TextAnswer> =>
    (await (await service.postJson('/v1/translate', body)).json()) as TextAnswer;

  const auditOf = async (requestId: string): Promise<AuditEntry[]> => {
    const read = async () => {
      const answer = await service.fetch('/v1/compliance/audit-logs?action=translate&limit=50');
      const { data } = (await answer.json()) as { data: { entries: AuditEntry[] } };
      return data.entries.filter(({ request_id }) => request_id === requestId);
    };
    return eventually(read, (entries) => entries.length > 0);
  };

  describe('a batch', () => {
    it('a batch is translated in the order of its texts, each from its own language, and leaves one audit entry', async () => {
      const texts = [french, '', english, french, 'Buenos días, amigo mío.'];
      const { data, meta } = await batch({ texts, target: 'es' });
      expect(data.translations.map(({ text }) => text)).toEqual(texts);
      expect(data.translations).toMatchObject([
        { source_language: 'fr' },
        { translation: '' },
        { source_language: 'en', translation: 'La casa es grande.' },
        { source_language: 'fr' },
        { source_language: 'es', translation: 'Buenos días, amigo mío.' },
      ]);
      expect(data.translations[0]).toEqual(data.translations[3]);
      expect(data.translations[0]?.translation).toMatch(/gato/);
      expect(data.total_word_count).toBe(9 + 0 + 4 + 9 + 4);
      expect(data.total_character_count).toBe([...texts.join('')].length);
      expect(meta).toEqual({
        request_id: expect.any(String),
        processing_time_ms: expect.any(Number),
        model_sha256: [],
      });
      expect(await auditOf(meta.request_id)).toMatchObject([
        {
          action: 'translate',
          resource: 'text',
          result: 'success',
          metadata: {
            ...{ endpoint: 'batch', source_language: 'mul', target_language: 'es' },
            ...{ word_count: data.total_word_count, character_count: data.total_character_count },
          },
        },
      ]);
    });

    it.each([true, false])(
      'a batch of 100 texts gives each the translation that it gets alone (parallel: %s)',
      async (parallel) => {
        const texts = Array.from(
          { length: 100 },
          (_, n) => `${n}. The house of ${parallel ? 'my' : 'your'} friend is big.`,
        );
        const { data } = await batch({ texts, source: 'en', target: 'es', parallel });
        expect(data.translations.map(({ text }) => text)).toEqual(texts);
        for (const [n, { translation }] of data.translations.entries()) {
          expect(translation).toMatch(new RegExp(`^${n}\\. La casa de ${parallel ? 'mi' : 'vuestr[oa]'} `));
        }
        const alone = await translate({ text: texts[17], source: 'en', target: 'es' });
        expect(data.translations[17]?.translation).toBe(alone.data.translation);
      },
    );

    it('a batch of 100 texts of 10,000 characters comes back whole', async () => {
      const texts = Array.from({ length: 100 }, (_, n) => `${n} 😀\n`.repeat(5_000).slice(0, 9_990));
      const { data } = await batch({ texts, source: 'en', target: 'es' });
      expect(data.translations.map(({ translation }) => translation)).toEqual(texts);
    });

    it('a batch that prefers a partial result gets one, and the header that says so', async () => {
      const texts = [english, tooLong, russian, english];
      const answer = await send({ texts, target: 'es' }, { prefer: 'partial' });
      expect(answer.headers.get('preference-applied')).toBe('partial');
      const { data, meta } = (await answer.json()) as BatchResponse;
      const failed = (text: string, code: string) => ({
        text,
        error: { code, message: expect.any(String), status: 400 },
      });
      expect(data.translations).toEqual([
        { text: english, translation: 'La casa es grande.', source_language: 'en' },
        failed(tooLong, 'text_too_long'),
        failed(russian, 'invalid_language'),
        { text: english, translation: 'La casa es grande.', source_language: 'en' },
      ]);
      expect(data.total_character_count).toBe(2 * english.length);
      expect(await auditOf(meta.request_id)).toMatchObject([{ result: 'success' }]);
    });

    it('a refused batch leaves its audit entry', async () => {
      const answer = await send({ texts: [english, tooLong], target: 'es' });
      expect(answer.headers.get('preference-applied')).toBeNull();
      expect(await auditOf(answer.headers.get('x-request-id') ?? '')).toMatchObject([
        { result: 'failure', metadata: { code: 'text_too_long', status: 400 } },
      ]);
    });
  });

  it('a text that was translated before comes from the cache, and is audited', async () => {
    const body = { text: 'My house has a green garden.', source: 'en', target: 'es' };
    const first = await translate(body);
    expect(first.meta.cached).toBe(false);
    // Each node of a cluster has its own cache: by the third time every one of two has seen the text.
    await translate(body);
    const again = await service.postJson('/v1/translate', body);
    const { data, meta } = (await again.json()) as TextAnswer;
    expect(meta).toMatchObject({ cached: true, model: first.meta.model });
    expect(data).toEqual(first.data);
    expect(await auditOf(again.headers.get('x-request-id') ?? '')).toMatchObject([{ result: 'success' }]);
    expect((await translate({ ...body, quality: 'fast' })).meta.cached).toBe(false);
  });

  it('a pair that the engine does not have is reached through another language, which the response names', async () => {
    const { data, meta } = await translate({ text: french, source: 'fr', target: 'en' });
    expect(meta.route).toEqual(['fr', 'es', 'en']);
    expect(meta.model).toMatch(/^apertium-fra?-(es|spa)\+apertium-(es|spa)-eng?$/);
    expect(data.translation).toMatch(/\bcat\b/);
    const { data: inBatch } = await batch({ texts: [french], target: 'en' });
    expect(inBatch.translations[0]).toEqual({
      text: french,
      translation: data.translation,
      source_language: 'fr',
      route: ['fr', 'es', 'en'],
    });
  });

  it('the list of languages has the pairs with their routes, can be filtered, and has an ETag for each list', async () => {
    const list = async (query: string, headers: Record<string, string> = {}) => {
      const answer = await service.fetch(`/v1/languages${query}`, { headers });
      return { status: answer.status, tag: answer.headers.get('etag') ?? '', text: await answer.text() };
    };
    const all = await list('?detail=pairs');
    expect((JSON.parse(all.text) as Languages).data).toMatchObject({
      total: 4,
      pairs: expect.arrayContaining([
        { source: 'fr', target: 'es', route: ['fr', 'es'] },
        { source: 'fr', target: 'en', route: ['fr', 'es', 'en'] },
      ]),
    });
    const toEnglish = await list('?detail=pairs&target=en');
    const { pairs = [] } = (JSON.parse(toEnglish.text) as Languages).data;
    expect(pairs.map(({ route }) => route.join(' ')).sort()).toEqual(['es en', 'fr es en']);
    expect(toEnglish.tag).not.toBe(all.tag);
    expect(await list('?detail=pairs&target=en', { 'if-none-match': `W/${toEnglish.tag}` })).toMatchObject({
      status: 304,
      tag: toEnglish.tag,
      text: '',
    });
    expect((await list('?detail=pairs', { 'if-none-match': toEnglish.tag })).status).toBe(200);
  });
});
