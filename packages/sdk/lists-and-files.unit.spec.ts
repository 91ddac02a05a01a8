import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Transledger } from './client.js';
import { TransledgerError } from './errors.js';
import { type Answering, cuts, HostileServer, refuses, says } from './hostile-server.fixture.js';

let server: HostileServer;
let client: Transledger;
beforeAll(async () => {
  server = await HostileServer.start();
  client = new Transledger({ baseUrl: server.url, apiKey: 'tl_live_x' });
});
afterAll(() => server.stop());
beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => vi.restoreAllMocks());

const paths = () => server.received.map(({ path }) => path);
const failureOf = async (work: Promise<unknown>): Promise<TransledgerError> => {
  const thrown = await work.catch((error: unknown) => error);
  return thrown instanceof TransledgerError ? thrown : expect.unreachable(`It threw ${String(thrown)}.`);
};

describe('a list', () => {
  const page = (ids: string[], next_cursor: string | null) =>
    says({ documents: ids.map((id) => ({ id })), pagination: { next_cursor } });

  it('is read page by page, and only as far as it is asked for', async () => {
    server.willAnswer(page(['doc_1', 'doc_2'], 'two'), page(['doc_3'], null));
    const found: string[] = [];
    for await (const { id } of client.documents.list({ limit: 2, offset: 4 })) found.push(id);
    expect(found).toEqual(['doc_1', 'doc_2', 'doc_3']);
    expect(paths()).toEqual(['/v1/documents?limit=2&offset=4', '/v1/documents?limit=2&cursor=two']);
    server.willAnswer(page(['doc_1', 'doc_2'], 'two'));
    expect(await client.documents.list().first(1)).toEqual([{ id: 'doc_1' }]);
    expect(await client.documents.list().first(0)).toEqual([]);
    expect(server.received).toHaveLength(1);
  });

  it('whose pages lead to themselves ends', async () => {
    server.willAnswer(page(['doc_1'], 'same'));
    expect(await failureOf(client.documents.list().first(100))).toMatchObject({ code: 'unexpected_answer' });
    expect(server.received).toHaveLength(2);
  });
});

describe('a file', () => {
  const file =
    (body: string, headers: Record<string, string> = {}): Answering =>
    (response) =>
      response.writeHead(200, { 'content-type': 'text/plain', 'x-request-id': 'req_3', ...headers }).end(body);

  it.each([
    ['attachment; filename="house.es.txt"', 'house.es.txt'],
    [`attachment; filename="x.txt"; filename*=UTF-8''H%C3%A4user.txt`, 'Häuser.txt'],
    ['attachment; filename="../../etc/passwd"', 'passwd'],
    [`attachment; filename*=UTF-8''..%5C..%2F..%2Fevil%00.txt`, 'evil.txt'],
    [`attachment; filename*=UTF-8''%E0%A4%A`, '%E0%A4%A'],
    ['attachment; filename=".."', undefined],
    ['inline', undefined],
  ])('whose header is %s is called %s', async (header, filename) => {
    server.willAnswer(file('casa', { 'content-disposition': header }));
    const download = await client.documents.download('doc_1');
    expect(download).toMatchObject({ filename, requestId: 'req_3', mediaType: 'text/plain' });
    expect(await download.text()).toBe('casa');
  });

  it('that is a page has the number of pages beside it', async () => {
    server.willAnswer(file('PNG', { 'content-type': 'image/png', 'x-page-count': '12' }));
    const page = await client.documents.page('doc_1', 3, { side: 'source' });
    expect(page).toMatchObject({ pageCount: 12, mediaType: 'image/png' });
    expect(paths()).toEqual(['/v1/documents/doc_1/pages/3.png?side=source']);
    expect(await page.text()).toBe('PNG');
  });

  it('is read as bytes, a blob or lines', async () => {
    server.willAnswer(file('uno\ndos\ntrés'));
    const next = () => client.documents.download('doc_1');
    expect(Buffer.from(await (await next()).bytes()).toString()).toBe('uno\ndos\ntrés');
    expect((await (await next()).blob()).type).toBe('text/plain');
    const lines: string[] = [];
    for await (const line of (await next()).lines()) lines.push(line);
    expect(lines).toEqual(['uno', 'dos', 'trés']);
  });

  it.each<[string, Answering]>([
    [
      'with its length',
      (response) => void response.writeHead(200, { 'content-length': '9' }).write('half', () => response.destroy()),
    ],
    ['without', (response) => void response.writeHead(200).write('half', () => response.destroy())],
  ])('that breaks off, sent %s, rejects its reader', async (_how, answer) => {
    server.willAnswer(answer);
    const download = await client.documents.download('doc_1');
    expect(await failureOf(download.text())).toMatchObject({ code: 'connection_failed', retryable: true });
    expect(server.received).toHaveLength(1);
  });

  it('that falls silent rejects its reader', async () => {
    server.willAnswer((response) => void response.writeHead(200).write('half'));
    const download = await client.documents.download('doc_1', {}, { attemptTimeout: 60 });
    expect(await failureOf(download.text())).toMatchObject({ code: 'timeout' });
  });

  it('ends with the reason of its signal while it is read', async () => {
    server.willAnswer((response) => void response.writeHead(200).write('half'));
    const ended = new AbortController();
    const download = await client.documents.download('doc_1', {}, { signal: ended.signal });
    const reading = download.text();
    ended.abort(new Error('enough'));
    await expect(reading).rejects.toThrow('enough');
  });
});

describe('a job', () => {
  const state = (status: string, progress: number, more: object = {}) =>
    says({ id: 'doc_1', status, progress, target_language: 'es', ...more }, 200);

  it('tells each change, and asks on over faults', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 500 });
    server.willAnswer(
      state('processing', 0),
      cuts,
      state('processing', 0),
      state('processing', 40),
      state('completed', 100),
    );
    const seen: [string, number][] = [];
    const job = await client.documents.translate('house', { target: 'es', filename: 'house.txt' });
    for await (const { status, progress } of job) seen.push([status, progress]);
    vi.useRealTimers();
    expect(seen).toEqual([
      ['processing', 0],
      ['processing', 40],
      ['completed', 100],
    ]);
    const [upload, ...looks] = server.received;
    expect(upload?.body).toContain('filename="house.txt"');
    expect(new Set(looks.map(({ path }) => path))).toEqual(new Set(['/v1/documents/doc_1?target=es']));
  });

  it('that failed throws its own error', async () => {
    server.willAnswer(state('failed', 10, { error: { code: 'processing_failed', message: 'It is damaged.' } }));
    const failure = await failureOf(client.documents.resume('doc_1').result());
    expect(failure).toMatchObject({ code: 'processing_failed', message: 'It is damaged.', details: { id: 'doc_1' } });
  });

  it('sends options as a form has them', async () => {
    server.willAnswer(state('completed', 100));
    const options = { translate_comments: true, format_options: { hidden: true }, source: undefined };
    await client.documents.translate(new File(['house'], 'named.txt'), { target: 'es', ...options });
    const { body = '' } = server.received[0] ?? {};
    expect(body).toContain('name="translate_comments"\r\n\r\ntrue\r\n');
    expect(body).toContain('name="format_options"\r\n\r\n{"hidden":true}\r\n');
    expect(body).toContain('filename="named.txt"');
    expect(body).not.toContain('name="source"');
  });
});

describe('a webhook that is pulled', () => {
  const message = (sequence: number) => ({
    ...{ id: `whd_${sequence}`, sequence, timestamp: 1_795_771_803, payload: '{"event":"x"}', signature: 'v1,abc' },
  });
  const messages = (next: number, ...sequences: number[]) => says({ messages: sequences.map(message), next });

  it('gives each message once over faults, and says how many are gone', async () => {
    const faults = [cuts, refuses(503, 'service_unavailable', { 'retry-after': '0' })];
    server.willAnswer(messages(2, 1, 2), ...faults, messages(2), messages(6, 5, 6));
    const seen: [number, number][] = [];
    for await (const { sequence, missed, headers } of client.webhooks.pull('whk_1')) {
      seen.push([sequence, missed]);
      expect(headers).toMatchObject({ 'webhook-id': `whd_${sequence}`, 'webhook-sequence': String(sequence) });
      if (sequence === 6) break;
    }
    expect(seen).toEqual([
      [1, 0],
      [2, 0],
      [5, 2],
      [6, 0],
    ]);
    expect(paths().at(-1)).toBe('/v1/webhooks/whk_1/messages?after=2&wait=30');
  });

  it('ends with an error that does not pass', async () => {
    server.willAnswer(refuses(404, 'not_found'));
    const pulling = client.webhooks.pull('whk_1').next();
    expect(await failureOf(pulling)).toMatchObject({ code: 'not_found' });
  });
});

describe('a webhook that was sent', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const body = '{"event":"webhook.test"}';

  it('is read once its signature holds, with headers of any kind', () => {
    const headers = client.webhooks.testHeaders(body, secret);
    expect(client.webhooks.verify(body, headers, secret)).toEqual({ event: 'webhook.test' });
    expect(client.webhooks.verify(Buffer.from(body), new Headers(headers), ['old', secret])).toMatchObject({});
    expect(() => client.webhooks.verify(`${body} `, headers, secret)).toThrow('no-matching-signature');
    expect(() => client.webhooks.verify(body, headers, secret, { now: Date.now() })).toThrow('too-old');
  });
});

describe('a glossary', () => {
  it('is made of entries or of a file, and changed where its version is still that', async () => {
    server.willAnswer(says({ id: 'gls_1', version: 1 }, 201));
    const fields = { name: 'Houses', source_language: 'en', target_language: 'es' };
    await client.glossaries.create(fields, [{ source: 'house', target: 'casa' }]);
    await client.glossaries.create(fields, { file: 'house,casa', filename: 'a.csv' });
    await client.glossaries.replaceEntries('gls_1', [], { version: 3 });
    const [entries, file, replaced] = server.received;
    expect(JSON.parse(entries?.body ?? '')).toEqual({ ...fields, entries: [{ source: 'house', target: 'casa' }] });
    expect(file?.body).toContain('filename="a.csv"');
    expect(replaced).toMatchObject({ method: 'PUT', headers: { 'if-match': '"3"' } });
  });
});
