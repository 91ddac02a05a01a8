import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { commandLine } from './command-line.js';
import { eventually } from './eventually.js';
import type { RunningService } from './running-service.js';
import { rowsOf } from './service-database.js';
import { sharedService, withLoad } from './shared-service.js';

// biome-ignore lint/suspicious/noExplicitAny: each test looks at the fields that it means.
type Json = any;

/** An answer of the API, and a time at which it held. */
interface Remembered {
  at: string;
  answer: object | null;
}

describe('the history of resources, seen from outside', () => {
  let service: RunningService;
  let stranger: string;

  const call = async (
    method: string,
    path: string,
    body?: unknown,
    key?: string,
  ): Promise<{ status: number; data: Json; error: Json }> => {
    const init = { method, ...(key === undefined ? {} : { key }) };
    const answer = await (body === undefined ? service.fetch(path, init) : service.postJson(path, body, init));
    return { status: answer.status, ...((await answer.json()) as { data: Json; error: Json }) };
  };
  const history = (path: string, query = '', key?: string) =>
    call('GET', `/v1/compliance/history/${path}${query}`, undefined, key);
  const asOf = (path: string, at: string) => history(path, `?as_of=${encodeURIComponent(at)}`);

  /** Acts on a resource, and remembers after each what the API answers. */
  const remembering = (answerOf: () => Promise<object | null>) => {
    const remembered: Remembered[] = [];
    const look = async () => {
      const answer = await answerOf();
      const at = new Date().toISOString();
      // The next act is recorded in a later millisecond.
      await sleep(5);
      remembered.push({ at, answer });
    };
    return { remembered, look };
  };
  const expectAnswers = async (path: string, remembered: readonly Remembered[]) => {
    for (const { at, answer } of remembered) {
      const found = await asOf(path, at);
      expect(found, at).toMatchObject({ status: 200, data: { as_of: at, state: answer } });
    }
  };
  const data = async (path: string): Promise<Json> => (await call('GET', path)).data ?? null;

  const upload = async (): Promise<string> => {
    const form = new FormData();
    form.append('target', 'es');
    form.append('source', 'en');
    form.append('file', new File(['Good morning.'], 'letter.txt', { type: 'text/plain' }));
    const answer = await service.fetch('/v1/documents', { method: 'POST', body: form });
    return ((await answer.json()) as Json).data.id;
  };
  const untilCompleted = (id: string) =>
    eventually(
      () => data(`/v1/documents/${id}`),
      (found) => found.status === 'completed',
    );

  beforeAll(async () => {
    service = await sharedService(withLoad);
    const create = ['organization', 'create', '--name', 'Another', '--tier', 'max'];
    stranger = (await commandLine<{ api_key: string }>(service, ...create)).api_key;
  });

  it('a report was at each moment what the API answered then, and its downloads are among its events', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const wanted = { type: 'usage', format: 'json', period: { start: today, end: today } };
    const { id } = (await call('POST', '/v1/compliance/reports', wanted)).data;
    const { remembered, look } = remembering(() => data(`/v1/compliance/reports/${id}`));
    await eventually(
      () => data(`/v1/compliance/reports/${id}`),
      (found) => found.status === 'completed',
    );
    await look();
    await (await service.fetch(`/v1/compliance/reports/${id}/download`)).arrayBuffer();
    await look();
    await expectAnswers(`report/${id}`, remembered);
    const { data: found } = await history(`report/${id}`);
    expect(found.events[0].state).toMatchObject({ id, status: 'generating' });
    const types: string[] = found.events.map(({ type }: Json) => type);
    expect(types).toEqual(expect.arrayContaining(['ReportRequested', 'ReportCompleted', 'ReportDownloaded']));
  });

  it('a document was at each moment what the API answered then, under a hold and deleted too', async () => {
    const before = new Date(Date.now() - 1_000).toISOString();
    const id = await upload();
    const path = `document/${id}`;
    const { remembered, look } = remembering(() => data(`/v1/documents/${id}`));
    const { completed_at: completedAt } = await untilCompleted(id);
    await look();
    expect((await asOf(path, completedAt)).data.state).toMatchObject({
      status: 'completed',
      completed_at: completedAt,
    });
    await call('POST', `/v1/documents/${id}/translate`, { target: 'fr' });
    await untilCompleted(id);
    await look();
    const hold = { resource: 'document', resource_id: id, reason: 'Case 7' };
    const placed = (await call('POST', '/v1/compliance/holds', hold)).data.id;
    await look();
    await service.fetch(`/v1/documents/${id}/download`);
    await look();
    await call('DELETE', `/v1/compliance/holds/${placed}`);
    await look();
    await call('DELETE', `/v1/documents/${id}`);
    await look();
    expect(remembered.map(({ answer }: Json) => [answer?.target_language, answer?.expires_at === null])).toEqual([
      ['es', false],
      ['fr', false],
      ['fr', true],
      ['fr', true],
      ['fr', false],
      [undefined, false],
    ]);
    await expectAnswers(path, remembered);

    const { data: found } = await history(path);
    expect(found).toMatchObject({ resource: 'document', resource_id: id, state: null });
    expect(found.events.map(({ sequence }: Json) => sequence)).toEqual(found.events.map((_: Json, n: number) => n + 1));
    expect(found.pagination.total).toBe(found.events.length);
    const types: string[] = found.events.map(({ type }: Json) => type);
    expect([types[0], types.at(-1)]).toEqual(['DocumentUploaded', 'DocumentDeleted']);
    const after = (type: string) => found.events.findLast((event: Json) => event.type === type);
    expect(found.events[0]).toMatchObject({
      data: { format: 'txt', size_bytes: 13, has_webhook: false },
      state: { id, filename: 'letter.txt', status: 'pending', target_language: null },
    });
    expect(after('DocumentTranslationCompleted').state).toEqual(remembered[1]?.answer);
    expect(after('DocumentDownloaded').state).toEqual(remembered[3]?.answer);
    expect(after('DocumentDeleted').state).toBeNull();

    const { data: entries } = await call('GET', `/v1/compliance/audit-logs?resource_id=${id}&action=document_delete`);
    const { user_id, key_id, ip_address, request_id } = entries.entries[0];
    expect(after('DocumentDeleted')).toMatchObject({ user_id, key_id, ip_address, request_id });
    expect(JSON.stringify(found)).not.toMatch(/blob|sealed|subject|secret/i);
    expect((await asOf(path, before)).error.code).toBe('not_found');
  });

  it('a glossary, a webhook and the organization were at each moment what the API answered then', async () => {
    const terms = (source: string) => [{ source, target: 'casa' }];
    const glossary = { name: 'terms', source_language: 'en', target_language: 'es', entries: terms('house') };
    const glossaryId = (await call('POST', '/v1/glossaries', glossary)).data.id;
    const ofGlossary = remembering(async () => {
      const found = await data(`/v1/glossaries/${glossaryId}`);
      if (found === null) return null;
      const { entries: _, ...fields } = found;
      return fields;
    });
    await ofGlossary.look();
    await call('PUT', `/v1/glossaries/${glossaryId}/entries`, { entries: terms('home') });
    await ofGlossary.look();
    await call('DELETE', `/v1/glossaries/${glossaryId}`);
    await ofGlossary.look();
    await expectAnswers(`glossary/${glossaryId}`, ofGlossary.remembered);

    const wanted = { url: 'https://hooks.example.com/1', events: ['document.completed'] };
    const { id: webhookId, secret } = (await call('POST', '/v1/webhooks', wanted)).data;
    const webhookPath = `/v1/webhooks/${webhookId}`;
    const ofWebhook = remembering(() => data(webhookPath));
    await ofWebhook.look();
    await call('PATCH', webhookPath, { url: 'https://hooks.example.com/2' });
    await ofWebhook.look();
    await call('POST', `${webhookPath}/rotate-secret`, {});
    await call('PATCH', webhookPath, { events: ['document.failed'] });
    await ofWebhook.look();
    const [first, ...others] = ofWebhook.remembered;
    const past = { at: first?.at ?? '', answer: { ...first?.answer, url: '[erased]' } };
    await expectAnswers(`webhook/${webhookId}`, [past, ...others]);
    expect(JSON.stringify(await history(`webhook/${webhookId}`))).not.toContain(secret);
    await call('DELETE', webhookPath);
    const deleted = ofWebhook.remembered.map(({ at, answer }) => ({ at, answer: { ...answer, url: '[erased]' } }));
    await expectAnswers(`webhook/${webhookId}`, deleted);
    expect((await history(`webhook/${webhookId}`)).data.state).toBeNull();

    const organizationId = (await data('/v1/organization')).id;
    const ofOrganization = remembering(async () => {
      const { limits: _, data_residency: __, ...fields } = await data('/v1/organization');
      return fields;
    });
    await ofOrganization.look();
    await call('PATCH', '/v1/organization', { name: 'Renamed', retention: { documents: 'P2D' } });
    await ofOrganization.look();
    await commandLine(service, 'organization', 'set-tier', organizationId, 'pro');
    await ofOrganization.look();
    await expectAnswers(`organization/${organizationId}`, ofOrganization.remembered);
    await commandLine(service, 'organization', 'set-tier', organizationId, 'max');
    expect((await history(`organization/${organizationId}`)).data.events[1]).toMatchObject({
      type: 'OrganizationSettingsChanged',
      data: { name: 'Renamed', previous_name: 'A file of tests', retention_documents: 'P2D' },
    });
  });

  it('a key was at each moment what the API answered then, rotated and revoked', async () => {
    const expires_at = '2099-01-01T00:00:00.000Z';
    const created = (await call('POST', '/v1/api-keys', { name: 'CI', scopes: ['translate'], expires_at })).data;
    const answerOf = async () => {
      const keys: Json[] = (await data('/v1/api-keys')).api_keys;
      const { last_used_at: _, ...fields } = keys.find(({ id }) => id === created.id);
      return fields;
    };
    const { remembered, look } = remembering(answerOf);
    await look();
    await call('POST', `/v1/api-keys/${created.id}/rotate`);
    await look();
    await call('DELETE', `/v1/api-keys/${created.id}`);
    await look();
    expect(remembered.map(({ answer }: Json) => answer.status)).toEqual(['active', 'active', 'revoked']);
    await expectAnswers(`api_key/${created.id}`, remembered);
    expect(JSON.stringify(await history(`api_key/${created.id}`))).not.toMatch(/hash|sealed/i);
  });

  it('a user was at each moment what the API answered then, and of an erased one nothing personal is left', async () => {
    const invite = { email: `${crypto.randomUUID()}@example.com`, name: 'Zebedee Quark', role: 'developer' };
    const { id, account_id, invite_url } = (await call('POST', '/v1/users', invite)).data;
    const answerOf = async () => {
      const { users } = await data('/v1/users');
      return users.find((user: Json) => user.account_id === account_id) ?? null;
    };
    const { remembered, look } = remembering(answerOf);
    await look();
    const token = invite_url.split('#').at(-1);
    const password = 'correct horse battery staple';
    const joined = await service.postJson(
      '/v1/auth/invites',
      { token, password },
      { key: null, headers: { origin: service.url } },
    );
    expect(joined.status).toBe(200);
    await look();
    await call('PATCH', `/v1/users/${id}`, { role: 'auditor', name: 'Zebedee Boson' });
    await look();
    await call('DELETE', `/v1/users/${id}`);
    await look();
    expect(remembered.map(({ answer }: Json) => [answer?.status, answer?.role, answer?.name])).toEqual([
      ['invited', 'developer', 'Zebedee Quark'],
      ['active', 'developer', 'Zebedee Quark'],
      ['active', 'auditor', 'Zebedee Boson'],
      [undefined, undefined, undefined],
    ]);
    await expectAnswers(`user/${id}`, remembered);
    await expectAnswers(`user/${account_id}`, remembered);
    expect((await history(`user/${account_id}`, '', stranger)).error.code).toBe('not_found');
    const before = JSON.stringify(await history(`user/${account_id}`));
    expect(before).not.toMatch(/hash|seal|secret|credential|argon/i);
    for (const secret of [token, password]) expect(before).not.toContain(secret);

    const erasure = { subject: { type: 'user', id }, reason: 'Asked for by the user' };
    expect((await call('POST', '/v1/compliance/erasures', erasure)).status).toBe(201);
    const after = await eventually(
      () => history(`user/${account_id}`),
      (found) => !JSON.stringify(found).includes('Zebedee'),
    );
    expect(after.data.events).toMatchObject([
      { type: 'UserInvited', state: { id: '[erased]', email: '[erased]', name: '[erased]', role: 'developer' } },
      { type: 'UserPasswordSet', user_id: '[erased]', ip_address: '[erased]' },
      { type: 'UserChanged', data: { role: 'auditor', previous_role: 'developer', name_changed: true } },
      { type: 'UserDeleted', state: null },
    ]);
    expect(JSON.stringify(after)).not.toContain(invite.email);
    // Other nodes notice within two seconds.
    const gone = await eventually(
      () => history(`user/${id}`),
      ({ error }) => error !== undefined,
    );
    expect(gone.error.code).toBe('not_found');
  });

  it('pages go on behind their last event, oldest first, and an offset of the time zone counts', async () => {
    const glossary = { name: 'g', source_language: 'en', target_language: 'es' };
    const entries = [{ source: 'house', target: 'casa' }];
    const { id } = (await call('POST', '/v1/glossaries', { ...glossary, entries })).data;
    const replace = () => call('PUT', `/v1/glossaries/${id}/entries`, { entries });
    await replace();
    const path = `glossary/${id}`;
    const page = (await history(path, '?limit=1')).data;
    expect(page.events).toMatchObject([{ sequence: 1, state: { version: 1 } }]);
    await replace();
    const next = `?limit=1&cursor=${page.pagination.next_cursor}`;
    expect((await history(path, next)).data).toMatchObject({
      state: { version: 3 },
      events: [{ sequence: 2, state: { version: 2 } }],
      pagination: { total: 3, has_more: true },
    });
    expect((await history(path, '?offset=2')).data.events).toMatchObject([{ sequence: 3 }]);
    const second = (await history(path)).data.events[1].timestamp;
    const shifted = new Date(Date.parse(second) + 2 * 60 * 60 * 1_000).toISOString().replace('Z', '+02:00');
    expect((await asOf(path, shifted)).data).toMatchObject({
      as_of: second,
      state: { version: 2 },
      pagination: { total: 2 },
    });

    const other = (await call('POST', '/v1/glossaries', { ...glossary, entries })).data.id;
    expect((await history(`glossary/${other}`, next)).error).toMatchObject({
      code: 'invalid_request',
      details: { cursor: [expect.any(String)] },
    });
    expect((await asOf(path, '2999-01-01T00:00:00Z')).error.details).toHaveProperty('as_of');
    expect((await asOf(path, 'yesterday')).error.code).toBe('invalid_request');
  });

  it('nobody sees the history of another organization, or without the scope', async () => {
    const id = await upload();
    const { id: organizationId } = await data('/v1/organization');
    for (const path of [`document/${id}`, `organization/${organizationId}`]) {
      expect((await history(path)).status).toBe(200);
      expect((await history(path, '', stranger)).error.code).toBe('not_found');
    }
    for (const path of [`glossary/${id}`, 'document/doc_1', 'text/req_1', 'constructor/x'])
      expect(await history(path)).toMatchObject({ status: 404, error: { code: 'not_found' } });
    const { key } = (await call('POST', '/v1/api-keys', { name: 'reader', scopes: ['documents:read'] })).data;
    expect((await history(`document/${id}`, '', key)).error.code).toBe('insufficient_scope');
  });

  it('the operator builds the read models of a moment beside the running service', async () => {
    const glossary = { name: 'before', source_language: 'en', target_language: 'es' };
    const entries = [{ source: 'house', target: 'casa' }];
    const { id } = (await call('POST', '/v1/glossaries', { ...glossary, entries })).data;
    const replay = (until: string, ...options: string[]) =>
      commandLine<{ schema: string; tables: { name: string; rows: number }[] }>(
        service,
        ...['replay', '--until', until, ...options],
      );
    const { id: organizationId } = await data('/v1/organization');
    /** Rows of this organization: others are served meanwhile. */
    const ownRows = async ({ schema }: { schema: string }, table: string) => {
      const count = `select count(*)::int as rows from ${schema}.${table} where organization_id = $1`;
      return (await rowsOf<{ rows: number }>(service, count, organizationId))[0]?.rows ?? Number.NaN;
    };

    const { timestamp } = (await history(`glossary/${id}`)).data.events[0];
    await sleep(5);
    await call('POST', '/v1/glossaries', { ...glossary, name: 'after', entries });
    await call('DELETE', `/v1/glossaries/${id}`);
    const then = await replay(timestamp, '--schema', 'auditor');
    const now = await replay(new Date().toISOString());
    expect(then).toMatchObject({ schema: 'auditor', until: timestamp, last_at: timestamp });
    expect(now).toMatchObject({ schema: expect.stringMatching(/^replay_\d{8}t\d{9}z$/) });
    // One was made since then, and one deleted.
    expect((await ownRows(now, 'glossary')) - (await ownRows(then, 'glossary'))).toBe(0);
    expect(await ownRows(now, 'user_account')).toBeGreaterThanOrEqual(1);
    expect((await ownRows(now, 'audit_log')) - (await ownRows(then, 'audit_log'))).toBeGreaterThanOrEqual(2);

    await expect(replay(timestamp, '--schema', 'auditor')).rejects.toThrow('--replace drops it');
    expect(await replay(timestamp, '--schema', 'auditor', '--replace')).toMatchObject({ tables: then.tables });
    await expect(replay(timestamp, '--schema', 'read_model', '--replace')).rejects.toThrow('is not of a replay');
    await expect(replay('2999-01-01')).rejects.toThrow('in the future');
    const { data: ready } = await call('GET', '/v1/glossaries');
    expect(ready.glossaries.map(({ name }: Json) => name)).toContain('after');
  });
});
