import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { Browsers, cookieName } from './browsers.js';
import { commandLine } from './command-line.js';
import { eventually } from './eventually.js';
import { RawConnection } from './raw-connection.js';
import type { RunningService } from './running-service.js';
import { sharedService, withLimits } from './shared-service.js';
import { StreamClient } from './stream-client.js';
import { upload } from './two-organizations.js';

interface Credential {
  id: string;
  key: string;
}

interface SlowRequest {
  path: string;
  /** Lines of the head that tell who asks. */
  credential: string;
  type?: string;
  body: string;
}

/** A request that has been admitted, and of whose body a part is still to come. */
class BegunRequest {
  private constructor(
    private readonly connection: RawConnection,
    private readonly rest: string,
  ) {}

  static async send(
    service: RunningService,
    { path, credential, type = 'application/json', body }: SlowRequest,
  ): Promise<BegunRequest> {
    const connection = await RawConnection.open(service.port);
    const half = Math.floor(body.length / 2);
    connection.send(
      `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${service.port}\r\n${credential}\r\nContent-Type: ${type}\r\n` +
        `Content-Length: ${body.length}\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n`,
    );
    await connection.until((received) => received.includes('100 Continue'));
    connection.send(body.slice(0, half));
    return new BegunRequest(connection, body.slice(half));
  }

  /** Sends the rest of the body, of a request that has had no answer yet. */
  async finish(): Promise<{ outcome: string; requestId: string }> {
    expect(this.connection.answers).not.toMatch(/HTTP\/1\.1 [2-5]/);
    this.connection.send(this.rest);
    await this.connection.closed;
    const answer = this.connection.answers.split('100 Continue')[1] ?? '';
    const status = /HTTP\/1\.1 (\d{3})/.exec(answer)?.[1];
    const code = /"code":"(\w+)"/.exec(answer)?.[1];
    return { outcome: `${status} ${code}`, requestId: /x-request-id: (\S+)/i.exec(answer)?.[1] ?? '' };
  }
}

const bearer = (key: string): string => `Authorization: Bearer ${key}`;
const slowText = JSON.stringify({ text: 'A slow text.', source: 'en', target: 'es' });
const wantedKey = JSON.stringify({ name: 'thief', scopes: ['translate'] });

const formOf = (text: string): { type: string; body: string } => {
  const part = (name: string, value: string, more = '') =>
    `--bound\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
  const file = part('file', text, '; filename="slow-letter.txt"');
  return {
    type: 'multipart/form-data; boundary=bound',
    body: `${part('source', 'en')}${part('target', 'es')}${file}--bound--\r\n`,
  };
};

describe('what was admitted before its caller lost the right to it, seen from outside', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await sharedService(withLimits);
  });

  const createKey = async (): Promise<Credential> => {
    const scopes = ['keys:manage', 'translate', 'documents:write'];
    const answer = await service.postJson('/v1/api-keys', { name: 'stolen', scopes });
    expect(answer.status).toBe(201);
    return ((await answer.json()) as { data: Credential }).data;
  };

  const revoke = async ({ id }: Credential): Promise<void> => {
    expect((await service.fetch(`/v1/api-keys/${id}`, { method: 'DELETE' })).status).toBe(200);
  };

  const namesOfKeys = async (of = service): Promise<string[]> => {
    const answer = await of.fetch('/v1/api-keys?limit=1000');
    const { data } = (await answer.json()) as { data: { api_keys: { name: string }[] } };
    return data.api_keys.map(({ name }) => name);
  };

  /** Names of the sources that are as long as that of a document. Other tests may store and remove some at the same time. */
  const filesLikeSourceOf = (documentId: string): string[] => {
    const entries = readdirSync(join(service.dataDir, 'documents'), { recursive: true, withFileTypes: true });
    const sources = entries
      .filter(({ name }) => name.endsWith('-source'))
      .map(({ parentPath, name }) => ({
        name,
        size: statSync(join(parentPath, name), { throwIfNoEntry: false })?.size,
      }));
    const length = sources.find(({ name }) => name === `${documentId}-source`)?.size;
    return sources.filter(({ size }) => size === length).map(({ name }) => name);
  };

  /** The entries that a request left. */
  const entriesOf = async (requestId: string, of = service): Promise<string[]> => {
    const answer = await of.fetch(`/v1/compliance/audit-logs?request_id=${requestId}`);
    const { data } = (await answer.json()) as { data: { entries: { action: string; result: string }[] } };
    return data.entries.map(({ action, result }) => `${action} ${result}`);
  };

  it('a slow body of a key that is revoked meanwhile makes no key', async () => {
    const stolen = await createKey();
    const slow = { path: '/v1/api-keys', credential: bearer(stolen.key), body: wantedKey };
    const request = await BegunRequest.send(service, slow);
    await revoke(stolen);
    const { outcome, requestId } = await request.finish();
    expect(outcome).toBe('401 revoked_api_key');
    expect(await namesOfKeys()).not.toContain('thief');
    expect(await entriesOf(requestId)).toEqual(['api_key_create denied']);
  });

  it('a slow text of a key that is revoked meanwhile is not translated', async () => {
    const stolen = await createKey();
    const slow = { path: '/v1/translate', credential: bearer(stolen.key), body: slowText };
    const request = await BegunRequest.send(service, slow);
    await revoke(stolen);
    const { outcome, requestId } = await request.finish();
    expect(outcome).toBe('401 revoked_api_key');
    expect(await entriesOf(requestId)).toEqual(['translate denied']);
  });

  it('a slow upload of a key that is revoked meanwhile leaves no file, and takes nothing from the quota', async () => {
    // More than half of the characters of a day: two of them are too many.
    const text = 'Two words. '.repeat(60).trimEnd();
    const stolen = await createKey();
    const slow = { path: '/v1/documents', credential: bearer(stolen.key), ...formOf(text) };
    const request = await BegunRequest.send(service, slow);
    await revoke(stolen);
    const { outcome, requestId } = await request.finish();
    expect(outcome).toBe('401 revoked_api_key');
    expect(await entriesOf(requestId)).toEqual(['document_upload denied']);
    const documentId = await upload(service, text);
    expect(documentId).toMatch(/^doc_/);
    expect(filesLikeSourceOf(documentId)).toEqual([`${documentId}-source`]);
  });

  it('a slow body of an organization that is suspended meanwhile makes no key', async () => {
    const create = ['organization', 'create', '--name', 'Suspended meanwhile', '--tier', 'max'];
    const made = await commandLine<{ organization_id: string; api_key: string }>(service, ...create);
    const other = service.as(made.api_key);
    const slow = { path: '/v1/api-keys', credential: bearer(made.api_key), body: wantedKey };
    const request = await BegunRequest.send(other, slow);
    await commandLine(service, 'organization', 'suspend', made.organization_id);
    await eventually(
      () => other.fetch('/v1/organization'),
      ({ status }) => status === 403,
    );
    const { outcome, requestId } = await request.finish();
    expect(outcome).toBe('403 organization_suspended');
    await commandLine(service, 'organization', 'resume', made.organization_id);
    await eventually(
      () => other.fetch('/v1/organization'),
      ({ status }) => status === 200,
    );
    expect(await namesOfKeys(other)).not.toContain('thief');
    expect(await entriesOf(requestId, other)).toEqual(['api_key_create denied']);
  });

  it('a slow text of a user whose role changes meanwhile is not translated', async () => {
    const browsers = new Browsers(service);
    const { id, cookie } = await browsers.newUser('demoted@example.com', 'developer');
    const credential = `Cookie: ${cookieName}=${cookie}\r\nOrigin: ${browsers.own}`;
    const request = await BegunRequest.send(service, { path: '/v1/translate', credential, body: slowText });
    const changed = await browsers.asKey('PATCH', `/v1/users/${id}`, { role: 'auditor' });
    expect(changed.status).toBe(200);
    const { outcome, requestId } = await request.finish();
    expect(outcome).toBe('401 invalid_credentials');
    expect(await entriesOf(requestId)).toEqual(['translate denied']);
  });

  it('the next text of a stream whose key is revoked meanwhile is refused, and ends the connection', async () => {
    const stolen = await createKey();
    const { client } = await StreamClient.authenticated(service.url, stolen.key);
    const frame = { type: 'translate', text: 'Hello.', source: 'en', target: 'es' };
    client.say({ ...frame, id: 'before' });
    await client.got('complete', 'before');
    await revoke(stolen);
    client.say({ ...frame, id: 'after' });
    expect(await client.closed()).toBe(4401);
    expect(client.frames.find(({ id }) => id === 'after')).toMatchObject({ type: 'error', code: 'revoked_api_key' });
    expect(client.tokens('after')).toEqual([]);
  });
});
