import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from './eventually.js';
import type { RunningService } from './running-service.js';
import { sharedService, withApertium } from './shared-service.js';

interface ErrorResponse {
  error: { code: string; status: number; message: string; details?: Record<string, unknown> };
  meta: { request_id: string };
}

const good = { text: 'The house is big.', source: 'en', target: 'es' };

describe('bad requests, seen from outside', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await sharedService(withApertium);
  });

  const errorOf = async (answer: Response): Promise<ErrorResponse['error']> => {
    const body = (await answer.json()) as ErrorResponse;
    expect(body.error.status).toBe(answer.status);
    expect(body.meta.request_id).toBe(answer.headers.get('x-request-id'));
    return body.error;
  };

  const translate = async (body: unknown) => errorOf(await service.postJson('/v1/translate', body));

  const raw = (body: string, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
    service.fetch('/v1/translate', { method: 'POST', body, headers });

  it.each([
    ['malformed JSON', '{"text": "a", '],
    ['no JSON object', '"text"'],
    ['an array', '[]'],
    ['null', 'null'],
  ])('a body that is %s is invalid_request', async (_what, body) =>
    expect(await errorOf(await raw(body))).toMatchObject({ code: 'invalid_request', status: 400 }),
  );

  it('an optional field that is null is left out', async () => {
    const left = { domain: null, formality: null, preserve_formatting: null, glossary_id: null, quality: null };
    expect((await service.postJson('/v1/translate', { ...good, ...left, source: null })).status).toBe(200);
    expect(
      (await service.postJson('/v1/translate/batch', { texts: ['Yes.'], target: 'es', source: null })).status,
    ).toBe(200);
  });

  it.each(['action=translate&action=detect', 'action=translate,detect'])(
    'entries of several actions: %s',
    async (query) => {
      const answer = await service.fetch(`/v1/compliance/audit-logs?${query}`);
      expect(answer.status).toBe(200);
    },
  );

  it('the entry of a refused text says what it was', async () => {
    const answer = await service.postJson('/v1/translate', { text: 'The house.', source: 'en', target: 'fi' });
    const { meta } = (await answer.json()) as ErrorResponse;
    const entries = async () =>
      (await (await service.fetch(`/v1/compliance/audit-logs?request_id=${meta.request_id}`)).json()) as {
        data: { entries: { metadata: object }[] };
      };
    const { data } = await eventually(entries, ({ data }) => data.entries.length > 0);
    expect(data.entries[0]?.metadata).toEqual({
      code: 'invalid_language',
      status: 400,
      source_language: 'en',
      target_language: 'fi',
      domain: 'general',
      character_count: 10,
    });
  });

  it('a body that is not UTF-8 is invalid_request', async () => {
    const body = Buffer.concat([Buffer.from('{"text":"'), Buffer.from([0xff, 0xfe]), Buffer.from('","target":"es"}')]);
    const headers = { 'content-type': 'application/json' };
    const answer = await service.fetch('/v1/translate', { method: 'POST', body, headers });
    expect(await errorOf(answer)).toMatchObject({ code: 'invalid_request', status: 400 });
  });

  it('another content type is 415, an unknown path 404, a wrong method 405 with Allow', async () => {
    expect(await errorOf(await raw('text=a', { 'content-type': 'application/x-www-form-urlencoded' }))).toMatchObject({
      code: 'invalid_request',
      status: 415,
    });
    expect(await errorOf(await service.fetch('/v1/nothing'))).toMatchObject({ code: 'not_found', status: 404 });
    const wrongMethod = await service.fetch('/v1/translate', { method: 'PUT' });
    expect(wrongMethod.headers.get('allow')).toBe('POST');
    expect(await errorOf(wrongMethod)).toMatchObject({ code: 'invalid_request', status: 405 });
  });

  it('a body of 50 MB is 413, and is not read to its end', async () => {
    const answer = await raw(JSON.stringify({ ...good, text: 'a'.repeat(50 * 1024 * 1024) })).catch(() => undefined);
    // The connection may be cut while the client is still sending; then it never sees the answer.
    if (answer !== undefined) expect(await errorOf(answer)).toMatchObject({ code: 'invalid_request', status: 413 });
    expect((await service.postJson('/v1/translate', good)).status).toBe(200);
  });

  it.each([
    ['a text that is a number', { ...good, text: 5 }, 'text'],
    ['a text with NUL', { ...good, text: 'a\u0000b' }, 'text'],
    ['a text with a lone surrogate', { ...good, text: 'a\ud800b' }, 'text'],
    ['a wrong formality', { ...good, formality: 'rude' }, 'formality'],
    ['a wrong quality', { ...good, quality: 'best' }, 'quality'],
    ['a domain that is none', { ...good, domain: '13 law' }, 'domain'],
    ['preserve_formatting that is no boolean', { ...good, preserve_formatting: 'yes' }, 'preserve_formatting'],
    ['a target that is an object', { ...good, target: {} }, 'target'],
  ])('%s is invalid_request naming the field', async (_what, body, field) => {
    const error = await translate(body);
    expect(error).toMatchObject({ code: 'invalid_request', status: 400 });
    expect(error.details).toHaveProperty(field);
  });

  it.each([
    ['no text', { target: 'es' }, 'text'],
    ['an empty text', { ...good, text: '' }, 'text'],
    ['text null', { ...good, text: null }, 'text'],
    ['no target', { text: 'a' }, 'target'],
    ['a misspelt target', { text: 'a', traget: 'es' }, 'target'],
  ])('a request with %s is missing_required_field naming the field', async (_what, body, field) => {
    const error = await translate(body);
    expect(error).toMatchObject({ code: 'missing_required_field', status: 422 });
    expect(error.details).toEqual({ [field]: [expect.any(String)] });
  });

  it.each([
    ['an unknown target', { ...good, target: 'xx' }, 'target'],
    ['an unknown source', { ...good, source: 'klingon' }, 'source'],
    ['a pair that the engine has not', { ...good, source: 'en', target: 'fr' }, 'target'],
    ['a detected language that it cannot translate from', { text: 'Сегодня хорошая погода.', target: 'es' }, 'source'],
  ])('%s is invalid_language', async (_what, body, field) => {
    const error = await translate(body);
    expect(error).toMatchObject({ code: 'invalid_language', status: 400 });
    expect(error.details).toHaveProperty(field);
  });

  it('10,001 code points are too many and 10,000 are not, an astral character counting as one', async () => {
    expect(await translate({ ...good, text: '😀'.repeat(10_001) })).toMatchObject({
      code: 'text_too_long',
      status: 400,
      details: { limit: 10_000, actual: 10_001 },
    });
    const text = '😀'.repeat(10_000);
    const answer = await service.postJson('/v1/translate', { ...good, text });
    expect(await answer.json()).toMatchObject({ data: { translation: text, character_count: 10_000 } });
  });

  it('a text of white space and one that is in the target language already come back as they are', async () => {
    for (const body of [
      { ...good, text: ' \n\t ' },
      { ...good, source: 'es' },
    ]) {
      const answer = (await (await service.postJson('/v1/translate', body)).json()) as {
        data: { translation: string };
      };
      expect(answer.data.translation).toBe(body.text);
    }
  });

  it.each([
    ['text', { text: Array(100_000).fill('a'), target: 'es' }],
    ['target', { text: 'a', target: 'e'.repeat(1_000_000) }],
    ['source', { ...good, source: '-'.repeat(1_000_000) }],
    ['glossary_id', { ...good, glossary_id: 'g'.repeat(1_000_000) }],
    ['formality', { ...good, formality: { toString: 'formal' } }],
  ])('a %s of an absurd size or kind is refused without being repeated', async (_field, body) => {
    const answer = await service.postJson('/v1/translate', body);
    expect([400, 404]).toContain(answer.status);
    expect((await answer.text()).length).toBeLessThan(2_000);
  });

  const detectError = async (body: unknown) => errorOf(await service.postJson('/v1/detect', body));

  it.each<[string, unknown, string, number]>([
    ['no text', {}, 'missing_required_field', 422],
    ['an empty text', { text: '' }, 'missing_required_field', 422],
    ['text null', { text: null }, 'missing_required_field', 422],
    ['a text that is a number', { text: 1 }, 'invalid_request', 400],
    ['a text with NUL', { text: 'a\0' }, 'invalid_request', 400],
    ['10,001 code points', { text: '😀'.repeat(10_001) }, 'text_too_long', 400],
    ['an array', [], 'invalid_request', 400],
  ])('a detection of %s is refused', async (_what, body, code, status) =>
    expect(await detectError(body)).toMatchObject({ code, status }),
  );

  const batchError = async (body: unknown) => errorOf(await service.postJson('/v1/translate/batch', body));
  const hundred = (last: unknown) => [...Array(99).fill('a'), last];

  it.each<[string, unknown, string, number, string]>([
    ['no texts', {}, 'missing_required_field', 422, 'texts'],
    ['texts null', { texts: null }, 'missing_required_field', 422, 'texts'],
    ['an empty array', { texts: [] }, 'missing_required_field', 422, 'texts'],
    ['one text in place of texts', { texts: 'a' }, 'invalid_request', 400, 'texts'],
    ['101 texts', { texts: Array(101).fill('a') }, 'invalid_request', 400, 'texts'],
    ['5,000 texts', { texts: Array(5_000).fill('a') }, 'invalid_request', 400, 'texts'],
    ['a million texts', { texts: Array(1_000_000).fill('a') }, 'invalid_request', 400, 'limit_of'],
    ['an item that is null', { texts: ['a', null] }, 'invalid_request', 400, 'texts[1]'],
    ['an item that is an object', { texts: [{}] }, 'invalid_request', 400, 'texts[0]'],
    ['an item that is an array', { texts: [['a']] }, 'invalid_request', 400, 'texts[0]'],
    ['a last item that is a number', { texts: hundred(1) }, 'invalid_request', 400, 'texts[99]'],
    ['a last item that is too long', { texts: hundred('a'.repeat(10_001)) }, 'text_too_long', 400, 'texts[99]'],
    ['a last item with a lone surrogate', { texts: hundred('\ud800') }, 'invalid_request', 400, 'texts[99]'],
    ['parallel that is no boolean', { texts: ['a'], parallel: 'no' }, 'invalid_request', 400, 'parallel'],
    ['an unknown target', { texts: ['a'], target: 'xx' }, 'invalid_language', 400, 'target'],
  ])('a refused batch of %s names the place', async (_what, body, code, status, place) => {
    const error = await batchError({ source: 'en', target: 'es', ...(body as object) });
    expect(error).toMatchObject({ code, status });
    if (code !== 'text_too_long') expect(error.details).toHaveProperty([place]);
    else expect(error.message).toContain(place);
  });

  it('a request with a glossary that does not exist is glossary_not_found', async () =>
    expect(await translate({ ...good, glossary_id: 'glo_1' })).toMatchObject({
      code: 'glossary_not_found',
      status: 404,
    }));

  it('the marks of the engine in a text neither break it nor leak', async () => {
    const text = '^house/house<n><sg>$ [big] {cat} @x #y *z \\ / [[t:b:1]] ^^ $$ the end.';
    const answer = (await (await service.postJson('/v1/translate', { ...good, text })).json()) as {
      data: { translation: string };
    };
    for (const kept of ['{cat}', '[', ']', '^', '$', '\\', '[[t:b:1]]'])
      expect(answer.data.translation).toContain(kept);
    expect(answer.data.translation).not.toMatch(/\*end|@end|#end/);
  });

  it('every refused request of a known key is in the audit log, with its code', async () => {
    const refused = await service.postJson('/v1/translate', { ...good, text: 7 });
    const requestId = refused.headers.get('x-request-id');
    const log = (await (await service.fetch('/v1/compliance/audit-logs?action=translate&limit=5')).json()) as {
      data: { entries: { request_id: string; result: string; metadata: object }[] };
    };
    expect(log.data.entries.find(({ request_id }) => request_id === requestId)).toMatchObject({
      result: 'failure',
      metadata: { code: 'invalid_request', status: 400 },
    });
  });

  it.each([
    '/v1/compliance/audit-logs?limit=1001',
    '/v1/compliance/audit-logs?limit=0',
    '/v1/compliance/audit-logs?limit=x',
  ])('%s is invalid_request', async (path) =>
    expect(await errorOf(await service.fetch(path))).toMatchObject({ code: 'invalid_request', status: 400 }),
  );

  it.each([
    'start=yesterday',
    'end=2026-02-30',
    'action=fly',
    'resource=moon',
    'cursor=abc',
    'start=2026-11-02&end=2026-11-01',
  ])('an audit query with %s is invalid_request', async (query) =>
    expect(await errorOf(await service.fetch(`/v1/compliance/audit-logs?${query}`))).toMatchObject({
      code: 'invalid_request',
      status: 400,
    }),
  );

  it.each([
    '/v1/compliance/audit-logs/aud_1',
    '/v1/compliance/audit-logs/%00',
    '/v1/documents/doc_1',
    '/v1/documents/..%2f',
  ])('%s is not found', async (path) => expect((await errorOf(await service.fetch(path))).status).toBe(404));
});
