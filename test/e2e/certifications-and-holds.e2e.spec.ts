import { beforeAll, describe, expect, it } from 'vitest';
import { commandLine } from './command-line.js';
import { eventually } from './eventually.js';
import type { RunningService } from './running-service.js';
import { sharedService, withLoad } from './shared-service.js';

interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each test looks at the fields that it means.
  data: any;
  // biome-ignore lint/suspicious/noExplicitAny: each test looks at the fields that it means.
  error: any;
}

describe('certifications, settings and legal holds, seen from outside', () => {
  let service: RunningService;
  let stranger: string;

  const call = async (method: string, path: string, body?: unknown, key?: string): Promise<Answer> => {
    const init = { method, ...(key === undefined ? {} : { key }) };
    const answer = await (body === undefined ? service.fetch(path, init) : service.postJson(path, body, init));
    return { status: answer.status, ...((await answer.json()) as Omit<Answer, 'status'>) };
  };
  const acts = async (resource: string): Promise<string[]> => {
    const { data } = await call('GET', `/v1/compliance/audit-logs?resource=${resource}`);
    return data.entries.map((entry: { action: string; result: string }) => `${entry.action} ${entry.result}`).reverse();
  };
  const upload = async (): Promise<string> => {
    const form = new FormData();
    form.append('target', 'es');
    form.append('source', 'en');
    form.append('file', new File(['Good morning.'], 'letter.txt', { type: 'text/plain' }));
    const answer = await service.fetch('/v1/documents', { method: 'POST', body: form });
    const { data } = (await answer.json()) as { data: { id: string } };
    await eventually(
      () => call('GET', `/v1/documents/${data.id}`),
      (found) => found.data.status === 'completed',
    );
    return data.id;
  };

  beforeAll(async () => {
    service = await sharedService(withLoad);
    const other = await commandLine<{ api_key: string }>(
      service,
      ...['organization', 'create', '--name', 'Another', '--tier', 'max'],
    );
    stranger = other.api_key;
  });

  it('a certification is recorded, shown in the status of its own organization, and deleted', async () => {
    const path = '/v1/compliance/certifications/ISO%2027001';
    const said = {
      status: 'compliant',
      articles: ['A.5.23'],
      level: 'full scope',
      certificate_id: 'FI-2026-0042',
      report_period: '2026-01-01 to 2026-12-31',
      verified_at: '2026-11-01T00:00:00.000Z',
      expires_at: '2099-11-01T00:00:00.000Z',
      expected_date: '2026-12-01',
    };
    const shown = { standard: 'ISO 27001', ...said };
    expect(await call('PUT', path, said)).toMatchObject({ status: 200, data: shown });
    expect((await call('GET', path)).data).toEqual(shown);
    expect((await call('GET', '/v1/compliance/certifications')).data).toMatchObject({
      certifications: [shown],
      pagination: { total: 1 },
    });
    const status = (await call('GET', '/v1/compliance/status')).data;
    expect(status).toMatchObject({ certifications: [shown], data_residency: { encryption: 'AES-256-GCM' } });
    expect((await call('GET', '/v1/compliance/status', undefined, stranger)).data.certifications).toEqual([]);
    expect((await call('GET', path, undefined, stranger)).error.code).toBe('not_found');
    expect((await call('DELETE', path, undefined, stranger)).error.code).toBe('not_found');

    expect((await call('PUT', path, { status: 'certified' })).error.code).toBe('invalid_request');
    expect((await call('DELETE', path)).data).toEqual({ standard: 'ISO 27001', deleted: true });
    expect((await call('GET', '/v1/compliance/status')).data.certifications).toEqual([]);
    expect((await call('DELETE', path)).error.code).toBe('not_found');
    expect(await acts('certification')).toEqual([
      'certification_update success',
      'certification_update failure',
      'certification_delete success',
      'certification_delete failure',
    ]);
  });

  it('settings are changed by who may, with what was before in the audit log', async () => {
    const before = (await call('GET', '/v1/organization')).data;
    const changes = { webhook_hosts: ['hooks.example.com'], retention: { documents: 'P2D' } };
    const after = {
      ...before,
      webhook_hosts: ['hooks.example.com'],
      retention: { ...before.retention, documents: 'P2D' },
    };
    expect((await call('PATCH', '/v1/organization', changes)).data).toEqual(after);
    expect((await call('GET', '/v1/organization')).data).toEqual(after);
    const { data } = await call('GET', '/v1/compliance/audit-logs?action=settings_change');
    expect(data.entries[0].metadata).toEqual({
      webhook_hosts: ['hooks.example.com'],
      previous_webhook_hosts: [],
      retention_documents: 'P2D',
      previous_retention_documents: null,
    });

    const refused = await call('PATCH', '/v1/organization', { data_residency: { region: 'us' } });
    expect([refused.status, refused.error.code]).toEqual([400, 'invalid_request']);
    const options = { name: 'reader', scopes: ['compliance:read', 'compliance:write'] };
    const { key } = (await call('POST', '/v1/api-keys', options)).data;
    expect((await call('PATCH', '/v1/organization', changes, key)).error.code).toBe('insufficient_scope');

    const form = new FormData();
    form.append('target', 'es');
    form.append('webhook_url', 'https://elsewhere.example.com/hook');
    form.append('file', new File(['Good morning.'], 'letter.txt', { type: 'text/plain' }));
    expect((await service.fetch('/v1/documents', { method: 'POST', body: form })).status).toBe(400);

    const id = await upload();
    const { completed_at, expires_at } = (await call('GET', `/v1/documents/${id}`)).data;
    expect(Date.parse(expires_at) - Date.parse(completed_at)).toBe(2 * 24 * 60 * 60 * 1_000);
  });

  it('a held document is kept until its hold is lifted, and 24 hours more', async () => {
    const id = await upload();
    const document = () => call('GET', `/v1/documents/${id}`);
    const wanted = { resource: 'document', resource_id: id, reason: 'Case 7' };
    expect((await call('POST', '/v1/compliance/holds', wanted, stranger)).error.code).toBe('document_not_found');
    const placed = await call('POST', '/v1/compliance/holds', wanted);
    expect(placed).toMatchObject({
      status: 201,
      data: { resource: 'document', resource_id: id, subject: null, period: null, reason: 'Case 7', lifted_at: null },
    });
    const hold = placed.data.id;
    expect((await call('GET', `/v1/compliance/holds/${hold}`)).data).toEqual(placed.data);
    expect((await document()).data).toMatchObject({ status: 'completed', expires_at: null });
    expect((await service.fetch(`/v1/documents/${id}/download`)).status).toBe(200);
    expect(await call('DELETE', `/v1/documents/${id}`)).toMatchObject({
      status: 409,
      error: { code: 'conflict', details: { hold_id: hold } },
    });

    expect((await call('DELETE', `/v1/compliance/holds/${hold}`, undefined, stranger)).status).toBe(404);
    const lifted = (await call('DELETE', `/v1/compliance/holds/${hold}`)).data;
    expect(lifted).toEqual({ ...placed.data, lifted_at: expect.stringMatching(/Z$/) });
    const { expires_at } = (await document()).data;
    expect(Date.parse(expires_at) - Date.parse(lifted.lifted_at)).toBeGreaterThanOrEqual(24 * 60 * 60 * 1_000);
    expect((await call('DELETE', `/v1/compliance/holds/${hold}`)).error.code).toBe('conflict');
    expect((await call('DELETE', `/v1/documents/${id}`)).data).toEqual({ id, deleted: true });
    expect(await acts('hold')).toEqual(['hold_place success', 'hold_lift success', 'hold_lift failure']);
  });

  it('a hold on a user or a period is on the documents of these, and a key is held and revoked all the same', async () => {
    const id = await upload();
    const remove = () => call('DELETE', `/v1/documents/${id}`);
    const { data } = await call('GET', `/v1/compliance/audit-logs?resource_id=${id}`);
    const subject = { type: 'user', id: data.entries[0].user_id };
    const today = data.entries[0].timestamp.slice(0, 10);
    for (const target of [{ subject }, { period: { start: '2020-01-01', end: today } }]) {
      const placed = await call('POST', '/v1/compliance/holds', { ...target, reason: 'Case 8' });
      expect(placed).toMatchObject({ status: 201, data: target });
      expect((await remove()).error.details).toEqual({ hold_id: placed.data.id });
      await call('DELETE', `/v1/compliance/holds/${placed.data.id}`);
    }
    expect((await remove()).status).toBe(200);

    const { id: keyId } = (await call('POST', '/v1/api-keys', { name: 'held', scopes: ['translate'] })).data;
    const key = { resource: 'api_key', resource_id: keyId, reason: 'Case 9' };
    expect((await call('POST', '/v1/compliance/holds', key)).status).toBe(201);
    expect((await call('DELETE', `/v1/api-keys/${keyId}`)).data).toEqual({ id: keyId, revoked: true });
  });

  it('holds are placed only with both scopes', async () => {
    const { key } = (await call('POST', '/v1/api-keys', { name: 'half', scopes: ['compliance:write'] })).data;
    const refused = await call('POST', '/v1/compliance/holds', { reason: 'x' }, key);
    expect(refused).toMatchObject({
      status: 403,
      error: { code: 'insufficient_scope', details: { required: 'organization:manage' } },
    });
  });
});
