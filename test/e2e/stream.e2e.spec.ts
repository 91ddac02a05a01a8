import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from './eventually.js';
import type { RunningService } from './running-service.js';
import { sharedService, withTrace } from './shared-service.js';
import { type AuditEntry, auditEntries } from './stream-audit.js';
import { StreamClient } from './stream-client.js';

const entriesOf = async (service: RunningService, requestId: unknown): Promise<AuditEntry[]> =>
  (await auditEntries(service)).filter(({ request_id }) => request_id === requestId);

/** The first bytes that a server answers on a connection that asks to be upgraded. */
const upgradeAnswer = (port: number, path: string, protocol = 'websocket'): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('data', (data) => {
      socket.destroy();
      resolve(data.toString('latin1'));
    });
    socket.once('error', reject);
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n` +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
    );
  });

const text = 'The house is big.\n\n- <b>See</b> https://example.com/a?b=c, {name} 😀\n  and so on.';

describe('the stream, seen from outside', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await sharedService(withTrace);
  });

  const open = (key = service.apiKey) => StreamClient.authenticated(service.url, key);

  /** A balancer may lead to a node that knows nothing of it: then one connects again. */
  const resumed = async (frame: { id: string } & Record<string, unknown>, key?: string): Promise<StreamClient> => {
    for (let tries = 1; ; tries += 1) {
      const { client } = await open(key);
      client.say(frame);
      try {
        await client.got('complete', frame.id);
        return client;
      } catch (error) {
        client.socket.close();
        if (tries === 4 || !String(error).includes('not_found')) throw error;
      }
    }
  };

  it('the stream gives, token by token, the translation that a request over HTTP gets', async () => {
    const { client } = await open();
    client.say({ type: 'translate', text, source: 'en', target: 'es', id: 'a' });
    client.say({ type: 'translate', text, source: 'en', target: 'es', id: 'b', stream: false });
    const complete = await client.got('complete', 'a');
    const http = await service.postJson('/v1/translate', { text, source: 'en', target: 'es' });
    const { data, meta } = (await http.json()) as { data: Record<string, unknown>; meta: { model: string } };
    expect(client.text('a')).toBe(data.translation);
    expect((await client.got('complete', 'b')).translation).toBe(data.translation);
    expect(complete).toMatchObject({
      source_language: data.source_language,
      target_language: data.target_language,
      word_count: data.word_count,
      character_count: data.character_count,
      model: meta.model,
    });
    client.socket.close(1000);
  });

  it('each translation leaves one audit entry, a refused one too', async () => {
    const { client } = await open();
    client.say({ type: 'translate', text: 'One.', source: 'en', target: 'es', id: 'a' });
    client.say({ type: 'translate', text: 'One.', target: 'xx', id: 'b' });
    const { request_id } = await client.got('complete', 'a');
    const refused = await client.got('error', 'b');
    const [entry, ...more] = await eventually(
      () => entriesOf(service, request_id),
      (entries) => entries.length > 0,
    );
    expect(more).toEqual([]);
    expect(entry).toMatchObject({ result: 'success', metadata: { endpoint: 'stream', word_count: 1 } });
    expect(await entriesOf(service, refused.request_id)).toMatchObject([
      { result: 'failure', metadata: { code: 'invalid_language', status: 400 } },
    ]);
    client.socket.close();
  });

  it('a stream is resumed after a break without repetition or loss', async () => {
    const words = Array.from({ length: 1_000 }, (_, index) => `word${index}`).join(' ');
    const { client, connectionId } = await open();
    client.say({ type: 'translate', text: words, source: 'en', target: 'es', id: 'a' });
    await client.got('token', 'a');
    client.socket.terminate();
    await client.closed();
    const had = client.tokens('a').length;
    const next = await resumed({ type: 'resume', connection_id: connectionId, id: 'a', index: had });
    expect(client.text('a') + next.text('a')).toBe(words);
    const indexes = [...client.tokens('a'), ...next.tokens('a')].map(({ index }) => index);
    expect(indexes).toEqual(indexes.map((_, place) => place));
    next.socket.close();
  });

  it('a stream is resumed with its own key alone, whoever made it, and by nobody once that is revoked', async () => {
    const newKey = async (name: string): Promise<{ id: string; key: string }> => {
      const answer = await service.postJson('/v1/api-keys', { name, scopes: ['translate'] });
      return ((await answer.json()) as { data: { id: string; key: string } }).data;
    };
    const [own, other] = [await newKey('one that streams'), await newKey('another')];
    const words = Array.from({ length: 300 }, (_, index) => `word${index}`).join(' ');
    const brokenStream = async (id: string) => {
      const { client, connectionId } = await StreamClient.authenticated(service.url, own.key);
      client.say({ type: 'translate', text: words, source: 'en', target: 'es', id });
      await client.got('token', id);
      client.socket.terminate();
      await client.closed();
      return { type: 'resume', connection_id: connectionId, id, index: 0 };
    };
    const refusal = async (key: string, frame: { id: string }) => {
      const { client } = await StreamClient.authenticated(service.url, key);
      client.say(frame);
      const answer = await eventually(
        async () => client.frames.find(({ type, id }) => type !== 'token' && id === frame.id),
        (last) => last !== undefined,
      );
      expect(client.tokens(frame.id)).toEqual([]);
      client.socket.close();
      return answer;
    };
    const first = await brokenStream('a');
    const refused = await refusal(other.key, first);
    expect(refused).toMatchObject({ code: 'not_found', status: 404 });
    const answer = await service.fetch(`/v1/compliance/audit-logs?request_id=${refused?.request_id}`);
    expect(((await answer.json()) as { data: { entries: object[] } }).data.entries).toMatchObject([
      { action: 'request_refused', key_id: other.id, metadata: { code: 'not_found', route: '/v1/stream' } },
    ]);
    const next = await resumed(first, own.key);
    expect(next.text('a')).toBe(words);
    next.socket.close();

    const second = await brokenStream('b');
    expect((await service.fetch(`/v1/api-keys/${own.id}`, { method: 'DELETE' })).status).toBe(200);
    for (const key of [other.key, service.apiKey])
      expect(await refusal(key, second)).toMatchObject({ code: 'not_found', status: 404 });
  });

  it.each([
    ['a binary frame', (client: StreamClient) => client.socket.send(Buffer.from('{}')), 1003],
    ['a first frame over 1 KiB', (client: StreamClient) => client.say('x'.repeat(1024)), 4401],
    ['a wrong key', (client: StreamClient) => client.say({ type: 'auth', api_key: 'x' }), 4401],
  ])('the stream is closed after %s', async (_what, act, code) => {
    const client = await StreamClient.open(service.url);
    act(client);
    expect(await client.closed()).toBe(code);
  });

  it('the stream is closed with 1009 after a frame over 256 KiB', async () => {
    const { client } = await StreamClient.authenticated(service.url, service.apiKey);
    client.say('x'.repeat(256 * 1024 + 1));
    expect(await client.closed()).toBe(1009);
  });

  it('the stream is closed with 1007 after text that is not UTF-8', async () => {
    const client = await StreamClient.open(service.url);
    client.socket.send(Buffer.from([0x22, 0xff, 0x22]), { binary: false });
    expect(await client.closed()).toBe(1007);
  });

  it('the stream accepts a frame of 256 KiB', async () => {
    const { client } = await open();
    const frame = JSON.stringify({ type: 'ping', pad: '' });
    client.say(frame.replace('""', `"${'x'.repeat(256 * 1024 - frame.length)}"`));
    await client.got('pong');
    client.socket.close();
  });

  it('a connection that sends more than 600 frames a minute is told once, and closed when it goes on', async () => {
    const { client } = await open();
    const ping = (count: number): void => {
      for (let sent = 0; sent < count; sent += 1) client.say({ type: 'ping' });
    };
    ping(700);
    await eventually(
      async () => client.frames,
      (frames) => frames.some(({ type }) => type === 'error'),
    );
    const framesOf = (wanted: string) => client.frames.filter(({ type }) => type === wanted);
    expect(framesOf('error')).toMatchObject([{ code: 'rate_limit_exceeded' }]);
    expect(framesOf('pong').length).toBeLessThanOrEqual(600);
    // Another connection of the same key goes on.
    const { client: other } = await open();
    other.say({ type: 'ping' });
    await other.got('pong');
    other.socket.close();
    ping(600);
    expect(await client.closed()).toBe(4429);
    const why = { code: 'rate_limit_exceeded' };
    expect(framesOf('error')).toMatchObject([why, why]);
  });

  it('the stream responds to the pings of the WebSocket', async () => {
    const { client } = await open();
    const pong = new Promise<Buffer>((resolve) => client.socket.once('pong', resolve));
    client.socket.ping('hello');
    expect((await pong).toString()).toBe('hello');
    client.socket.close();
  });

  it('the stream is at its own path alone: elsewhere an upgrade is a request like any other', async () => {
    expect(await upgradeAnswer(service.port, '/v1/stream')).toMatch(/^HTTP\/1\.1 101 /);
    expect(await upgradeAnswer(service.port, '/v1/other')).toMatch(/^HTTP\/1\.1 404 [\s\S]*not_found/);
    expect(await upgradeAnswer(service.port, '/health/live', 'h2c')).toMatch(/^HTTP\/1\.1 200 /);
    expect(await upgradeAnswer(service.port, '/v1/stream', 'h2c')).toMatch(/^HTTP\/1\.1 400 [\s\S]*WebSocket/);
  });

  it('the stream is described at /asyncapi.json', async () => {
    const answer = await service.fetch('/asyncapi.json', { key: null });
    const document = (await answer.json()) as { asyncapi: string; channels: { stream: { address: string } } };
    expect(document.asyncapi).toMatch(/^3\.0\./);
    expect(document.channels.stream.address).toBe('/v1/stream');
  });

  it('the logs contain no text of the stream', () => expect(service.logs()).not.toContain('The house is big'));

  it('the stream has metrics', async () => {
    const page = await (await service.metrics()).text();
    expect(page).toMatch(/transledger_stream_connections\{role="api"\} \d/);
    expect(page).toMatch(/transledger_stream_translations_total\{result="completed",role="api"\} \d/);
  });
});
