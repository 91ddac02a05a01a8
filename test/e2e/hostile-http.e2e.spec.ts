import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from './eventually.js';
import { exchange, RawConnection } from './raw-connection.js';
import { RunningService } from './running-service.js';
import { seededRandom } from './seeded-random.js';

interface ErrorResponse {
  error: { code: string; status: number; message: string };
  meta: { request_id: string };
}

const good = { text: 'The house is big.', source: 'en', target: 'es' };

const oddLines = [
  'POST /v1/translate HTTP/1.1',
  'POST /v1/documents HTTP/1.1',
  'POST /v1/glossaries HTTP/1.1',
  'PUT /v1/glossaries/glo_1/entries HTTP/1.1',
  'PATCH /v1/organization HTTP/1.1',
  'GET /v1/compliance/audit-logs?limit=%&cursor=%ff HTTP/1.1',
  'GET /v1/documents/%2e%2e/download?target[]=a&target[b]=c HTTP/1.1',
  'GET /v1/stream HTTP/1.1',
  'GET http://other.example/v1/usage HTTP/1.1',
  'HEAD /v1/usage?start=1&start=2 HTTP/1.0',
  'OPTIONS * HTTP/1.1',
  'CONNECT /v1/usage:443 HTTP/1.1',
];

const oddTypes = [
  'Content-Type: application/json',
  'Content-Type: application/json; charset=utf-16',
  'Content-Type: application/json; charset="',
  'Content-Type: ;;;=',
  'Content-Type: multipart/form-data',
  'Content-Type: multipart/form-data; boundary=b',
  `Content-Type: multipart/form-data; boundary=${'b'.repeat(300)}`,
  `Content-Type: multipart/form-data; boundary="${'"'.repeat(7)}`,
  'Content-Type: text/csv; header=\xff',
];

const oddHeaders = [
  'Content-Encoding: gzip',
  'Content-Encoding: \xff',
  'Content-Length: 40',
  'Content-Length: 18446744073709551616',
  'Content-Length: 1e3',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: gzip, chunked',
  'Transfer-Encoding: chunked, identity',
  'Expect: 100-continue',
  'Upgrade: websocket\r\nConnection: Upgrade',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: short',
  'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
  'Sec-WebSocket-Extensions: permessage-deflate; =;"',
  'Idempotency-Key: \xff',
  `Idempotency-Key: ${'k'.repeat(5_000)}`,
  'If-Match: "\xff", W/',
  'If-None-Match: *, "',
  'Accept: */*;q=x, ;;',
  'Prefer: partial, "\\',
  'Cookie: transledger_session=%zz; =; "',
  'Origin: null',
  'X-Request-Id: \x80',
  'X-Forwarded-For: :::::, 999.1.1.1',
  'Range: bytes=9-1',
];

const oddBodies = [
  '',
  '{}',
  '{"text":"a","target":"es"}              ',
  '{"text":"\\ud800","target":"\xff"}',
  '1a;ext="\r\n{"text":"a","target":"es"}\r\n0\r\n\r\n',
  '0\r\nTrailer: \xff\r\n\r\n',
  'ffffffffffffffff\r\n',
  '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhello\r\n--b--\r\n',
  '--b\r\nContent-Disposition: form-data; name="target"\r\nContent-Type: application/json; charset=x\r\n\r\n"es"\r\n--b',
  'source,target\n"',
  '\x1f\x8b\x08\x00\x00',
];

/** Before a cluster there is a balancer, which has answers of its own to what is no request. */
describe.skipIf(process.env.E2E_CLUSTER === '1')('hostile HTTP', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await RunningService.start({
      settings: { TRANSLEDGER_INFERENCE: 'echo', TRANSLEDGER_TIER_MAX_REQUESTS_PER_MINUTE: '0' },
    });
  });
  afterAll(() => service.dispose());

  const head = (line: string, ...headers: string[]): string =>
    [line, 'Host: localhost', `Authorization: Bearer ${service.apiKey}`, ...headers, '', ''].join('\r\n');
  const post = (...headers: string[]): string =>
    head('POST /v1/translate HTTP/1.1', 'Content-Type: application/json', ...headers);

  const stillWorks = async (): Promise<void> => {
    expect((await service.postJson('/v1/translate', good)).status).toBe(200);
    expect((await service.fetch('/health/ready')).status).toBe(200);
  };

  const refusal = (answer: string): ErrorResponse['error'] => {
    const [headers = '', body = ''] = answer.split('\r\n\r\n', 2);
    const { error, meta } = JSON.parse(body) as ErrorResponse;
    expect(headers).toMatch(/^HTTP\/1\.1 \d{3} /);
    expect(headers.toLowerCase()).toContain(`x-request-id: ${meta.request_id.toLowerCase()}`);
    expect(headers).toContain(`HTTP/1.1 ${error.status} `);
    return error;
  };

  describe('what is no request is refused in the envelope, and the connection closed', () => {
    it.each<[string, () => string, number]>([
      ['headers of 20 KB', () => head('GET /v1/languages HTTP/1.1', `X: ${'x'.repeat(20_000)}`), 431],
      ['5,000 headers', () => head('GET /v1/languages HTTP/1.1', ...Array<string>(5_000).fill('a: b')), 431],
      ['a URL of 1 MB', () => head(`GET /${'a'.repeat(1_000_000)} HTTP/1.1`), 431],
      ['an unknown method', () => head('BREW /v1/translate HTTP/1.1'), 400],
      ['another protocol', () => 'SSH-2.0-OpenSSH_9.9\r\n\r\n', 400],
      ['a protocol to come', () => head('GET /v1/languages HTTP/9.9'), 400],
      ['TLS', () => '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003', 400],
      ['NUL in a header', () => head('GET /v1/languages HTTP/1.1', 'X: a\0b'), 400],
      ['a header without a name', () => head('GET /v1/languages HTTP/1.1', ': value'), 400],
      ['a header name with a space', () => head('GET /v1/languages HTTP/1.1', 'X Y: value'), 400],
      ['a folded header', () => head('GET /v1/languages HTTP/1.1', 'X: a\r\n\tTransfer-Encoding: chunked'), 400],
      ['two lengths', () => `${post('Content-Length: 2', 'Content-Length: 3')}{}`, 400],
      ['a length and chunks', () => `${post('Content-Length: 2', 'Transfer-Encoding: chunked')}0\r\n\r\n`, 400],
      ['a length that is no number', () => post('Content-Length: 0x10'), 400],
      ['a negative length', () => post('Content-Length: -1'), 400],
      ['a length beyond all numbers', () => post('Content-Length: 99999999999999999999999'), 400],
    ])('%s: the request is refused in the envelope', async (_what, request, status) => {
      const answer = await exchange(service.port, Buffer.from(request(), 'latin1'));
      expect(refusal(answer)).toMatchObject({ code: 'invalid_request', status });
    });
  });

  it.each([
    ['a chunk whose size is no number', 'chunked', 'zz\r\n{}\r\n0\r\n\r\n'],
    ['a chunk that is longer than it says', 'chunked', '1\r\n{}\r\n0\r\n\r\n'],
    ['chunks under another name', 'xchunked', '2\r\n{}\r\n0\r\n\r\n'],
  ])('%s ends the request, with 400 where it is not being processed yet', async (_what, encoding, body) => {
    const answer = await exchange(service.port, `${post(`Transfer-Encoding: ${encoding}`)}${body}`);
    expect(answer).toMatch(/^(HTTP\/1\.1 400 |$)/);
    await stillWorks();
  });

  it.each([
    '/v1/documents/%',
    '/v1/documents/%zz',
    '/v1/documents/%ff',
    '/v1/documents/%c0%af',
    '/v1/documents/%ed%a0%80',
  ])('a request for %s is refused as an invalid URL', async (path) => {
    const answer = await exchange(service.port, head(`GET ${path} HTTP/1.1`, 'Connection: close'));
    expect(refusal(answer)).toMatchObject({ code: 'invalid_request', status: 400 });
  });

  it.each([
    ['/v1/documents/%00', 404],
    ['/v1/documents/doc_%00/download', 404],
    ['/v1/documents/doc_1?target=%00', 400],
    ['/v1/compliance/audit-logs/%00', 404],
    ['/v1/compliance/audit-logs?user_id=%00', 400],
    ['/v1/glossaries/%00', 404],
    ['/v1/languages?source=%00', 400],
  ])('a NUL in %s is the fault of the client', async (path, status) =>
    expect((await service.fetch(path)).status).toBe(status),
  );

  it.each([
    ['DELETE', '/v1/api-keys/%00'],
    ['POST', '/v1/api-keys/a%00b/rotate'],
    ['DELETE', '/v1/documents/%00'],
    ['DELETE', '/v1/glossaries/%00'],
  ])('a NUL in %s %s is not found', async (method, path) =>
    expect((await service.fetch(path, { method })).status).toBe(404),
  );

  it.each([
    '/v1/compliance/audit-logs?start=0000-01-01',
    '/v1/compliance/audit-logs?start=9999-12-31T23:59:59-12:00',
    '/v1/compliance/audit-logs?start=0001-01-01T00:00:00%2B14:00&end=9999-12-31',
    '/v1/usage?start=0000-01-01&end=9999-12-31',
    '/v1/usage?start=9999-12-31',
  ])('a request for %s, at the ends of time, succeeds', async (path) =>
    expect((await service.fetch(path)).status).toBe(200),
  );

  it.each(['QUERY', 'TRACE', 'PROPFIND', 'OPTIONS'])(
    'a request with the method %s is 405 with Allow',
    async (method) => {
      const answer = await exchange(service.port, head(`${method} /v1/usage HTTP/1.1`, 'Connection: close'));
      expect(refusal(answer)).toMatchObject({ code: 'invalid_request', status: 405 });
      expect(answer).toMatch(/allow: GET, HEAD\r\n/i);
    },
  );

  it('a refused request gets the security headers too', async () => {
    for (const init of [{ key: null }, { key: 'tl_live_x' }, { method: 'PUT' }]) {
      const answer = await service.fetch('/v1/organization', init);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('100 requests in one packet get their responses in order', async () => {
    const requests = Array.from({ length: 100 }, (_, index) =>
      head(
        'GET /v1/organization HTTP/1.1',
        `X-Request-Id: caller-${index}`,
        ...(index === 99 ? ['Connection: close'] : []),
      ),
    );
    const answers = await exchange(service.port, requests.join(''));
    const ids = [...answers.matchAll(/x-client-request-id: caller-(\d+)/gi)].map(([, index]) => Number(index));
    expect(ids).toEqual(Array.from({ length: 100 }, (_, index) => index));
    expect([...answers.matchAll(/HTTP\/1\.1 200 OK/g)]).toHaveLength(100);
  });

  it('garbage behind a request spoils no response', async () => {
    const answers = await exchange(service.port, `${head('GET /v1/organization HTTP/1.1')}garbage\r\n\r\n`);
    // The answer may be on its way when the garbage is met, and then ends the connection; bytes are never mixed.
    expect(answers).toMatch(/^(HTTP\/1\.1 (200|400) |$)/);
    for (const answer of answers.split(/(?=HTTP\/1\.1 )/).filter((part) => part !== '')) {
      expect(() => JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).not.toThrow();
    }
    await stillWorks();
  });

  it('a body that was smuggled behind a refused request is not taken for a request', async () => {
    const inner = head('GET /v1/organization HTTP/1.1', 'X-Request-Id: smuggled');
    const outer = head('POST /v1/nothing HTTP/1.1', `Content-Length: ${inner.length}`, 'Connection: close');
    const answers = await exchange(service.port, outer + inner);
    expect(refusal(answers)).toMatchObject({ code: 'not_found' });
    expect(answers).not.toContain('smuggled');
  });

  it('a body without end is cut off at the limit', async () => {
    const connection = await RawConnection.open(service.port);
    connection.send(post('Transfer-Encoding: chunked'));
    const chunk = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(0x100000, ' '), Buffer.from('\r\n')]);
    let sent = 0;
    while (connection.isOpen && connection.answers === '' && sent < 64) {
      connection.send(chunk);
      sent += 1;
      await new Promise((resolve) => setImmediate(resolve));
    }
    const answer = await connection.until((received) => received.includes('\r\n\r\n')).catch(() => '');
    // The connection may be cut while the body is still being sent; then the answer is not seen.
    expect(answer).toMatch(/^(HTTP\/1\.1 413 |$)/);
    connection.socket.destroy();
    await stillWorks();
  });

  it('an expectation that nothing can meet is refused', async () => {
    const answer = await exchange(service.port, post('Expect: a-miracle', 'Content-Length: 2', 'Connection: close'));
    expect(answer).toMatch(/^HTTP\/1\.1 417 /);
  });

  it('an upgrade that is not offered gets a response over HTTP', async () => {
    const upgrade = ['Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA', 'Connection: Upgrade, HTTP2-Settings'];
    const connection = await RawConnection.open(service.port);
    connection.send(head('GET /v1/organization HTTP/1.1', ...upgrade));
    expect(await connection.until((received) => received.includes('"request_id"'))).toMatch(/^HTTP\/1\.1 200 /);
    connection.socket.destroy();
  });

  const seed = Number(process.env.HTTP_SEED ?? Date.now() % 1_000_000);

  it(`no head, form, chunk or encoding is a fault of the service (HTTP_SEED=${seed})`, async () => {
    const random = seededRandom(seed);
    const one = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)] as T;
    for (let round = 0; round < 16; round += 1) {
      const requests = Array.from({ length: 16 }, () => {
        const lines = Array.from({ length: Math.floor(random() * 4) }, () => one(oddHeaders));
        const body = one(oddBodies);
        if (random() < 0.6) lines.push(one(oddTypes), `Content-Length: ${body.length}`);
        return `${head(one(oddLines), 'Connection: close', ...lines)}${body}`;
      });
      const answers = await Promise.all(
        requests.map((request) => exchange(service.port, Buffer.from(request, 'latin1'), { ends: true })),
      );
      const faults = requests.filter((_, index) => /^HTTP\/1\.1 5/.test(answers[index] ?? ''));
      expect(faults).toEqual([]);
    }
    await stillWorks();
    expect(service.output).not.toMatch(/"level":"(error|fatal)"/);
  });

  it('who leaves in the middle of a request is no fault of the service', async () => {
    const body = JSON.stringify({ texts: Array(50).fill(good.text), source: 'en', target: 'es' });
    const batch = ['Content-Type: application/json', `Content-Length: ${body.length}`];
    const requests = [
      head('GET /v1/compliance/audit-logs/export HTTP/1.1'),
      head('GET /v1/compliance/audit-logs?action=translate&limit=1000 HTTP/1.1'),
      head('GET /v1/usage HTTP/1.1'),
      head('GET /v1/stream HTTP/1.1', 'Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Version: 13'),
      `${head('POST /v1/translate/batch HTTP/1.1', ...batch)}${body}`,
      `${head('POST /v1/translate/batch HTTP/1.1', ...batch)}${body.slice(0, -9)}`,
    ];
    const rounds = 8;
    // Of a key with many refusals further ones have no entry each.
    const scopes = ['compliance:read', 'translate'];
    const made = await service.postJson('/v1/api-keys', { name: 'of one who leaves', scopes });
    const { key } = ((await made.json()) as { data: { key: string } }).data;
    const leave = async (request: string) => {
      const { socket, closed } = await RawConnection.open(service.port);
      socket.write(request.replace(service.apiKey, key), () => socket.destroy());
      await closed;
    };
    for (let round = 0; round < rounds; round += 1) await Promise.all(requests.map(leave));
    const exported = async () => {
      const answer = await service.fetch('/v1/compliance/audit-logs?action=audit_log_export');
      return ((await answer.json()) as { data: { entries: { metadata: { status?: number } }[] } }).data.entries;
    };
    const entries = await eventually(exported, ({ length }) => length >= rounds);
    expect(entries.filter(({ metadata: { status } }) => status === 500)).toEqual([]);
    await stillWorks();
    expect(service.output).not.toMatch(/"level":"(error|fatal)"/);
  });

  it.each([
    ['no key behind Bearer', 'Bearer '],
    ['another scheme', 'Basic dXNlcjpwYXNz'],
    ['8 KB', `Bearer ${'x'.repeat(8_000)}`],
    ['bytes beyond ASCII', 'Bearer tl_live_\u00ff\u00fe'],
    ['two keys', 'Bearer a, Bearer b'],
  ])('an Authorization header with %s is 401', async (_what, authorization) => {
    const request = [
      'GET /v1/organization HTTP/1.1',
      'Host: a',
      `Authorization: ${authorization}`,
      'Connection: close',
    ];
    const answer = await exchange(service.port, Buffer.from(`${request.join('\r\n')}\r\n\r\n`, 'latin1'));
    expect(refusal(answer).status).toBe(401);
  });
});
