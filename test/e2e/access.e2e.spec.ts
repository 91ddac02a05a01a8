import { beforeAll, describe, expect, it } from 'vitest';
import { generateApiKey } from '#libs/platform/ids/api-key-format.js';
import { commandLine } from './command-line.js';
import { eventually } from './eventually.js';
import type { RunningService } from './running-service.js';
import { sharedService, withLimits } from './shared-service.js';

interface CreatedKey {
  data: { id: string; key: string; status: string; scopes: string[]; expires_at: string | null };
}

const translation = { text: 'Hello.', source: 'en', target: 'es' };

describe('keys and what they may do, seen from outside', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await sharedService(withLimits);
  });

  const createKey = async (body: object): Promise<CreatedKey['data']> => {
    const answer = await service.postJson('/v1/api-keys', body);
    expect(answer.status).toBe(201);
    return ((await answer.json()) as CreatedKey).data;
  };

  const codeOf = async (answer: Response): Promise<string> => {
    const { error } = (await answer.json()) as { error?: { code: string; status: number } };
    expect(error?.status).toBe(answer.status);
    return `${answer.status} ${error?.code}`;
  };

  it('a request without a key, with a malformed key or with an unknown one is 401', async () => {
    expect(await codeOf(await service.fetch('/v1/organization', { key: null }))).toBe('401 missing_api_key');
    for (const key of ['abc', `tl_live_${'0'.repeat(38)}`, generateApiKey()]) {
      expect(await codeOf(await service.fetch('/v1/organization', { key }))).toBe('401 invalid_api_key');
    }
  });

  it('a request without a key is refused before its body is read', async () => {
    const answer = await service.postJson('/v1/translate', '{"broken', { key: null });
    expect(await codeOf(answer)).toBe('401 missing_api_key');
  });

  it('a new key works at once, within its scopes', async () => {
    const { key, scopes } = await createKey({ name: 'narrow', scopes: ['translate'] });
    expect(scopes).toEqual(['translate']);
    expect((await service.postJson('/v1/translate', translation, { key })).status).toBe(200);
    expect(await codeOf(await service.fetch('/v1/compliance/audit-logs', { key }))).toBe('403 insufficient_scope');
    expect((await service.fetch('/v1/organization', { key })).status).toBe(200);
  });

  it('a key cannot grant what it lacks', async () => {
    const { key } = await createKey({ name: 'manager', scopes: ['keys:manage'] });
    const answer = await service.postJson('/v1/api-keys', { name: 'more', scopes: ['translate'] }, { key });
    expect(await codeOf(answer)).toBe('403 insufficient_scope');
  });

  /** Results of the entries that a request left. */
  const entriesOf = async (answer: Response): Promise<string[]> => {
    const list = await service.fetch('/v1/compliance/audit-logs?limit=1000');
    const { data } = (await list.json()) as {
      data: { entries: { action: string; result: string; request_id: string }[] };
    };
    const requestId = answer.headers.get('x-request-id');
    return data.entries
      .filter(({ request_id }) => request_id === requestId)
      .map(({ action, result }) => `${action} ${result}`);
  };
  const countKeys = async (): Promise<number> => {
    const list = await service.fetch('/v1/api-keys?limit=1');
    return ((await list.json()) as { data: { pagination: { total: number } } }).data.pagination.total;
  };

  it('a key cannot get more rights by rotating another, and the attempt leaves nothing but its entry', async () => {
    const owner = await createKey({ name: 'owner', scopes: ['keys:manage', 'translate'] });
    const { key } = await createKey({ name: 'manager', scopes: ['keys:manage'] });
    const before = await countKeys();
    const answer = await service.postJson(`/v1/api-keys/${owner.id}/rotate`, {}, { key });
    expect(await codeOf(answer)).toBe('403 insufficient_scope');
    expect(await entriesOf(answer)).toEqual(['api_key_rotate denied']);
    expect(await countKeys()).toBe(before);
    expect((await service.postJson(`/v1/api-keys/${owner.id}/rotate`, {})).status).toBe(201);
  });

  it('a key revokes itself and those whose every scope it has, and no other', async () => {
    const stronger = await createKey({ name: 'stronger', scopes: ['keys:manage', 'translate'] });
    const manager = await createKey({ name: 'manager', scopes: ['keys:manage', 'detect'] });
    const weaker = await createKey({ name: 'weaker', scopes: ['detect'] });
    const revoke = (id: string, key: string) => service.fetch(`/v1/api-keys/${id}`, { method: 'DELETE', key });
    const refused = await revoke(stronger.id, manager.key);
    expect(await codeOf(refused)).toBe('403 insufficient_scope');
    expect(await entriesOf(refused)).toEqual(['api_key_revoke denied']);
    expect((await service.postJson('/v1/translate', translation, { key: stronger.key })).status).toBe(200);
    expect(await codeOf(await revoke(manager.id, weaker.key))).toBe('403 insufficient_scope');
    for (const { id, key, by } of [
      { ...weaker, by: manager.key },
      { ...manager, by: manager.key },
    ]) {
      expect((await revoke(id, by)).status).toBe(200);
      expect(await codeOf(await service.fetch('/v1/organization', { key }))).toBe('401 revoked_api_key');
    }
    const leaked = await createKey({ name: 'leaked', scopes: ['translate'] });
    expect((await revoke(leaked.id, leaked.key)).status).toBe(200);
    expect(await codeOf(await service.fetch('/v1/organization', { key: leaked.key }))).toBe('401 revoked_api_key');
  });

  it('events of compliance reach those alone who may read them', async () => {
    const events = ['compliance.report_ready'];
    const { key } = await createKey({ name: 'hooks', scopes: ['webhooks:manage'] });
    const send = (method: string, path: string, body: object, as = key) =>
      service.postJson(`/v1/webhooks${path}`, body, { method, key: as });
    const url = 'https://hooks.example.com/';
    expect(await codeOf(await send('POST', '', { url, events }))).toBe('403 insufficient_scope');
    const made = async (answer: Response) => ((await answer.json()) as { data: { id: string } }).data.id;
    const harmless = await made(await send('POST', '', { url, events: ['document.failed'] }));
    expect(await codeOf(await send('PATCH', `/${harmless}`, { events }))).toBe('403 insufficient_scope');
    const auditors = await made(await send('POST', '', { url, events }, service.apiKey));
    const elsewhere = { url: 'https://elsewhere.example.com/' };
    expect(await codeOf(await send('PATCH', `/${auditors}`, elsewhere))).toBe('403 insufficient_scope');
    expect(await codeOf(await send('POST', `/${auditors}/rotate-secret`, {}))).toBe('403 insufficient_scope');
    expect((await send('PATCH', `/${harmless}`, elsewhere)).status).toBe(200);
    for (const id of [harmless, auditors]) await service.fetch(`/v1/webhooks/${id}`, { method: 'DELETE' });
  });

  it('a key that is bound to addresses or ends makes none that is less bound', async () => {
    const expires_at = new Date(Date.now() + 3_600_000).toISOString();
    const { key } = await createKey({
      name: 'bound',
      scopes: ['keys:manage', 'translate'],
      ip_allowlist: ['127.0.0.0/8'],
      expires_at,
    });
    const make = async (fields: object) => {
      const answer = await service.postJson(
        '/v1/api-keys',
        { name: 'made', scopes: ['translate'], ...fields },
        { key },
      );
      const { error } = (await answer.json()) as { error?: { code: string; details: object } };
      return error === undefined ? answer.status : [error.code, ...Object.keys(error.details)];
    };
    expect(await make({})).toEqual(['insufficient_scope', 'ip_allowlist', 'expires_at']);
    expect(await make({ expires_at, ip_allowlist: ['127.0.0.1', '::1'] })).toEqual([
      'insufficient_scope',
      'ip_allowlist',
    ]);
    expect(await make({ expires_at: '2999-01-01T00:00:00Z', ip_allowlist: ['127.0.0.1'] })).toEqual([
      'insufficient_scope',
      'expires_at',
    ]);
    expect(await make({ expires_at, ip_allowlist: ['::ffff:127.0.0.0/112'] })).toBe(201);
  });

  it('a refused rotation leaves nothing but its entry', async () => {
    const { id } = await createKey({ name: 'revoked', scopes: ['translate'] });
    await service.fetch(`/v1/api-keys/${id}`, { method: 'DELETE' });
    const before = await countKeys();
    const answer = await service.postJson(`/v1/api-keys/${id}/rotate`, {});
    expect(await codeOf(answer)).toBe('409 conflict');
    expect(await entriesOf(answer)).toEqual(['api_key_rotate failure']);
    expect(await countKeys()).toBe(before);
  });

  it('a key that is revoked again is revoked as before, and each act leaves its entry', async () => {
    const { id } = await createKey({ name: 'twice', scopes: ['translate'] });
    for (let count = 0; count < 3; count += 1) {
      const answer = await service.fetch(`/v1/api-keys/${id}`, { method: 'DELETE' });
      expect(answer.status).toBe(200);
      expect(await answer.json()).toMatchObject({ data: { id, revoked: true } });
      expect(await entriesOf(answer)).toEqual(['api_key_revoke success']);
    }
  });

  it('a revoked key is refused as revoked at once, before any other check', async () => {
    const { id, key } = await createKey({ name: 'short-lived', scopes: ['translate'], ip_allowlist: ['192.0.2.1'] });
    expect(await codeOf(await service.postJson('/v1/translate', translation, { key }))).toBe('403 ip_not_allowed');
    expect((await service.fetch(`/v1/api-keys/${id}`, { method: 'DELETE' })).status).toBe(200);
    expect(await codeOf(await service.postJson('/v1/translate', translation, { key }))).toBe('401 revoked_api_key');
  });

  it('an expired key is refused as expired', async () => {
    const soon = new Date(Date.now() + 1_500).toISOString();
    const { key } = await createKey({ name: 'brief', scopes: ['translate'], expires_at: soon });
    await eventually(
      async () => codeOf(await service.postJson('/v1/translate', translation, { key })).catch(() => '200'),
      (code) => code === '401 expired_api_key',
    );
  });

  it('an allowlist of addresses and ranges is checked against the address behind the trusted proxy', async () => {
    const { key } = await createKey({
      name: 'office',
      scopes: ['translate'],
      ip_allowlist: ['198.51.100.0/24', '2001:db8::/32'],
    });
    const from = (forwarded: string) =>
      service.postJson('/v1/translate', translation, { key, headers: { 'x-forwarded-for': forwarded } });
    expect((await from('198.51.100.7')).status).toBe(200);
    expect((await from('2001:db8::1')).status).toBe(200);
    expect((await from('198.51.100.7, 127.0.0.1')).status).toBe(200);
    expect(await codeOf(await from('198.51.101.7'))).toBe('403 ip_not_allowed');
    expect(await codeOf(await from('198.51.100.7, 203.0.113.9'))).toBe('403 ip_not_allowed');
  });

  it('a rotated key works on beside its successor, and cannot be rotated twice', async () => {
    const old = await createKey({ name: 'rotating', scopes: ['translate'] });
    const rotated = await service.postJson(`/v1/api-keys/${old.id}/rotate`, {});
    expect(rotated.status).toBe(201);
    const { data: successor } = (await rotated.json()) as CreatedKey;
    expect(successor.id).not.toBe(old.id);
    for (const { key } of [old, successor]) {
      expect((await service.postJson('/v1/translate', translation, { key })).status).toBe(200);
    }
    expect(await codeOf(await service.postJson(`/v1/api-keys/${old.id}/rotate`, {}))).toBe('409 conflict');
  });

  it('the list says when a key was last used, also for one that only reads or manages keys', async () => {
    const reader = await createKey({ name: 'reader', scopes: ['languages'] });
    const manager = await createKey({ name: 'manager', scopes: ['keys:manage'] });
    const idle = await createKey({ name: 'idle', scopes: ['languages'] });
    const since = Date.now();
    expect((await service.fetch('/v1/languages', { key: reader.key })).status).toBe(200);
    expect((await service.fetch('/v1/api-keys', { key: manager.key })).status).toBe(200);
    const list = await service.fetch('/v1/api-keys?limit=100');
    const { data } = (await list.json()) as { data: { api_keys: { id: string; last_used_at: string | null }[] } };
    const usedAt = ({ id }: { id: string }) => data.api_keys.find((key) => key.id === id)?.last_used_at;
    expect(usedAt(idle)).toBeNull();
    for (const key of [reader, manager]) {
      expect(Date.parse(usedAt(key) ?? '')).toBeGreaterThanOrEqual(since);
      expect(Date.parse(usedAt(key) ?? '')).toBeLessThanOrEqual(Date.now());
    }
  });

  it('the list has every key without its secret', async () => {
    const answer = await (await service.fetch('/v1/api-keys?limit=2')).text();
    expect(answer).not.toMatch(/tl_live_/);
    expect(JSON.parse(answer)).toMatchObject({
      data: { pagination: { limit: 2, has_more: true, next_cursor: expect.any(String) } },
    });
  });

  it('a key never gets more requests in a minute than its tier allows, and is told when to retry', async () => {
    const { api_key: key, organization_id: id } = await commandLine<{ api_key: string; organization_id: string }>(
      service,
      ...['organization', 'create', '--name', 'Small', '--tier', 'entry'],
    );
    const statuses: number[] = [];
    for (let request = 0; request < 5; request += 1) {
      statuses.push((await service.postJson('/v1/translate', request === 2 ? {} : translation, { key })).status);
    }
    expect(statuses).toEqual([200, 200, 422, 200, 200]);
    const refused = await service.postJson('/v1/translate', translation, { key });
    expect(refused.headers.get('x-ratelimit-limit')).toBe('5');
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(refused.headers.get('x-ratelimit-reset'))).toBeGreaterThan(Date.now() / 1000);
    expect(await refused.json()).toMatchObject({
      error: {
        code: 'rate_limit_exceeded',
        status: 429,
        details: { limit: 5, remaining: 0, reset_at: expect.any(String) },
      },
    });

    await commandLine(service, 'organization', 'set-tier', id, 'pro');
    await eventually(
      async () => (await service.postJson('/v1/translate', translation, { key })).status,
      (status) => status === 200,
    );
    await commandLine(service, 'organization', 'suspend', id);
    await eventually(
      async () => codeOf(await service.postJson('/v1/translate', translation, { key })).catch(() => ''),
      (code) => code === '403 organization_suspended',
    );
    await commandLine(service, 'organization', 'resume', id);
    await eventually(
      async () => (await service.postJson('/v1/translate', translation, { key })).status,
      (status) => status === 200,
    );
  });

  it('every act on keys is in the audit log, the denied ones as denied', async () => {
    const { key } = await createKey({ name: 'denied', scopes: ['languages'] });
    const denied = await service.postJson('/v1/translate', translation, { key });
    expect(await codeOf(denied)).toBe('403 insufficient_scope');
    const list = async (query: string) =>
      (
        (await (await service.fetch(`/v1/compliance/audit-logs?${query}`)).json()) as {
          data: { entries: { action: string; result: string; request_id: string }[]; pagination: { total: number } };
        }
      ).data;
    const [newest] = (await list('action=translate&limit=1')).entries;
    expect(newest).toMatchObject({ result: 'denied', request_id: denied.headers.get('x-request-id') });
    const actions = new Set((await list('resource=api_key&limit=1000')).entries.map(({ action }) => action));
    expect(actions).toEqual(new Set(['api_key_create', 'api_key_revoke', 'api_key_rotate', 'request_refused']));
    const all = await list('limit=1000');
    expect(all.pagination.total).toBe(all.entries.length);
  });

  it('an address that sends many unknown keys is told to wait, and a known key from there is not', async () => {
    const from = { 'x-forwarded-for': '203.0.113.77' };
    const unknown = () => service.fetch('/v1/organization', { key: generateApiKey(), headers: from });
    const codes = new Set<string>();
    let limited: Response | undefined;
    for (let round = 0; round < 40 && limited === undefined; round += 1) {
      const answers = await Promise.all(Array.from({ length: 20 }, unknown));
      limited = answers.find(({ status }) => status === 429);
      for (const answer of answers) codes.add(await codeOf(answer));
    }
    expect(codes).toEqual(new Set(['401 invalid_api_key', '429 rate_limit_exceeded']));
    expect(Number(limited?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await service.fetch('/v1/organization', { headers: from })).status).toBe(200);
  });
});
