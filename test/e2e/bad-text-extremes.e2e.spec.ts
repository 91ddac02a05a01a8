import { beforeAll, describe, expect, it } from 'vitest';
import type { RunningService } from './running-service.js';
import { sharedService, withApertium } from './shared-service.js';

const good = { text: 'The house is big.', source: 'en', target: 'es' };

describe('texts and bodies at the edge of what is allowed', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await sharedService(withApertium);
  });

  const raw = (body: string, path = '/v1/translate') =>
    service.fetch(path, { method: 'POST', body, headers: { 'content-type': 'application/json' } });

  const withExtra = (json: string) => raw(`{"text":"The house is big.","source":"en","target":"es",${json}}`);
  const batchWithExtra = (json: string) =>
    raw(`{"texts":["The house is big."],"source":"en","target":"es",${json}}`, '/v1/translate/batch');

  it.each([
    ['1 MB in one string', () => `"extra":"${'x'.repeat(1_000_000)}"`],
    ['one that would be a prototype', () => '"__proto__":{"target":"xx"},"constructor":{"prototype":{"target":"xx"}}'],
    ['the names of methods', () => '"toString":1,"hasOwnProperty":2,"valueOf":null'],
  ])('unknown fields are ignored: %s', async (_what, json) => {
    const answer = await withExtra(json());
    expect(answer.status).toBe(200);
  });

  it.each([
    ['10 MB in one string', () => `"extra":"${'x'.repeat(10_000_000)}"`],
    ['900 fields', () => Array.from({ length: 900 }, (_, index) => `"f${index}":0`).join()],
  ])('unknown fields of a batch are ignored: %s', async (_what, json) => {
    expect((await batchWithExtra(json())).status).toBe(200);
  });

  it.each([
    ['100,000 opening brackets', () => '['.repeat(100_000)],
    ['10 MB of opening brackets', () => '['.repeat(10_000_000)],
    ['10 MB of objects in objects', () => '{"text":'.repeat(1_250_000)],
    ['10 MB of white space', () => ' '.repeat(10_000_000)],
    ['10 MB of a number', () => `{"text":${'9'.repeat(10_000_000)}}`],
    ['a million texts', () => `[${'"a",'.repeat(1_000_000)}"a"]`],
  ])('a body of %s is refused, and the next request succeeds', async (_what, body) => {
    const { error } = (await (await raw(body())).json()) as { error: { code: string } };
    expect(error.code).toMatch(/^(invalid_request|missing_required_field)$/);
    expect((await service.postJson('/v1/translate', good)).status).toBe(200);
  });

  const extremes = [
    ['one letter', 'a'],
    ['a letter beyond the basic plane', '𝒜'],
    ['combining marks', '\u0301'],
    ['a letter with 9,999 combining marks', '\u0323'],
    ['zero-width joiners', '\u200d'],
    ['family emoji', '👩‍👩‍👧‍👦'],
    ['Hebrew', 'ש'],
    ['Arabic', 'ع'],
    ['right-to-left overrides', '\u202e'],
    ['^', '^'],
    ['$', '$'],
    ['\\', '\\'],
    ['opening brackets', '['],
    ['closing brackets', ']'],
    ['marks of the engine in turn', '^a/b$[]\\<@>'],
    ['opening tags', '<b>'],
    ['unclosed tags', '<'],
    ['entities', '&amp;'],
    ['URLs', 'https://a.b/'],
    ['e-mail addresses', 'a@b.c '],
    ['line breaks', '\n'],
    ['carriage returns', '\r'],
    ['unusual line breaks', '\u2028\u2029\u0085\v\f'],
    ['tabs', '\t'],
    ['spaces', ' '],
    ['one-letter lines', 'a\n'],
    ['bullets', '- a\n'],
    ['control characters', '\u0001\u001b'],
    ['private-use characters', '\ue000'],
    ['noncharacters', '\uffff'],
    ['replacement characters', '\ufffd'],
    ['byte order marks', '\ufeff'],
  ] as const;

  it.each(extremes)('a text of 10,000 code points of %s is translated and detected', async (what, unit) => {
    const start = what.startsWith('a letter with') ? 'a' : '';
    const text = [...(start + unit.repeat(10_000))].slice(0, 10_000).join('');
    const translated = await service.postJson('/v1/translate', { ...good, text });
    expect(translated.status).toBe(200);
    const { data } = (await translated.json()) as { data: { translation: string; character_count: number } };
    expect(data.character_count).toBe(10_000);
    expect(data.translation.isWellFormed()).toBe(true);
    const detected = await service.postJson('/v1/detect', { text });
    expect(detected.status).toBe(200);
    const batch = await service.postJson('/v1/translate/batch', {
      texts: [good.text, text],
      source: 'en',
      target: 'es',
    });
    expect(batch.status).toBe(200);
  });

  it.each(['^', '$', '\\', '[', ']', '\u200d', '\n', ' ', '😀', '\ue000'])(
    'a text of 10,000 times %j comes back as it is',
    async (unit) => {
      const text = unit.repeat(10_000);
      const answer = await service.postJson('/v1/translate', { ...good, text });
      expect(((await answer.json()) as { data: { translation: string } }).data.translation).toBe(text);
    },
  );
});
