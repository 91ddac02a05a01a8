import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandLine } from './command-line.js';
import { eventually } from './eventually.js';
import { leavesOf, recounted } from './recounted-usage.js';
import type { RunningService } from './running-service.js';
import { sharedService, withLoad } from './shared-service.js';
import { WebhookReceiver } from './webhook-receiver.js';

interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each test looks at the fields that it means.
  data: any;
  // biome-ignore lint/suspicious/noExplicitAny: each test looks at the fields that it means.
  error: any;
}

interface Section {
  id: string;
  figures: { name: string; value: number }[];
  tables: { title: string; rows: (string | number)[][] }[];
  evidence_count: number;
  entries: { id: string; action: string; result: string }[];
}

const path = '/v1/compliance/reports';
const today = () => new Date().toISOString().slice(0, 10);
/** Two days: a test that runs over midnight has both. */
const period = { start: today(), end: new Date(Date.now() + 24 * 60 * 60 * 1_000).toISOString().slice(0, 10) };
const tomorrow = new Date(Date.now() + 2 * 24 * 60 * 60 * 1_000).toISOString().slice(0, 10);

describe('compliance reports, seen from outside', () => {
  let service: RunningService;
  let stranger: string;
  let receiver: WebhookReceiver;

  const call = async (method: string, to: string, body?: unknown, init: object = {}): Promise<Answer> => {
    const answer = await (body === undefined
      ? service.fetch(to, { method, ...init })
      : service.postJson(to, body, { method, ...init }));
    return { status: answer.status, ...((await answer.json()) as Omit<Answer, 'status'>) };
  };
  const order = async (type: string, format: string) => {
    const { status, data } = await call('POST', path, { type, format, period });
    expect(status).toBe(201);
    return data;
  };
  const ended = async (id: string) => {
    const { data } = await eventually(
      () => call('GET', `${path}/${id}`),
      (answer) => answer.data.status !== 'generating',
    );
    expect(data, JSON.stringify(data)).toMatchObject({ status: 'completed', progress: 100 });
    return data;
  };
  const download = async (id: string): Promise<{ text: string; headers: Headers }> => {
    const answer = await service.fetch(`${path}/${id}/download`);
    expect(answer.status).toBe(200);
    return { text: await answer.text(), headers: answer.headers };
  };
  const made = async (type: string, format: string) => {
    const { id } = await order(type, format);
    const shown = await ended(id);
    return { id, shown, ...(await download(id)) };
  };
  const entriesOfLog = async (query = ''): Promise<{ id: string; action: string; metadata: object }[]> =>
    (await call('GET', `/v1/compliance/audit-logs?limit=1000${query}`)).data.entries;

  beforeAll(async () => {
    service = await sharedService(withLoad);
    receiver = await WebhookReceiver.start();
    const other = await commandLine<{ api_key: string }>(
      service,
      ...['organization', 'create', '--name', 'Another', '--tier', 'max'],
    );
    stranger = other.api_key;
    for (const text of ['One.', 'Two.', 'Three.']) {
      expect((await call('POST', '/v1/translate', { text, source: 'en', target: 'es' })).status).toBe(200);
    }
    expect((await call('POST', '/v1/detect', { text: 'Good morning to you all.' })).status).toBe(200);
    expect((await call('POST', '/v1/translate', { text: 'x', source: 'en', target: 'qq' })).status).toBe(400);
  });
  afterAll(() => receiver.stop());

  it('a usage report has the requests and characters that /v1/usage counts', async () => {
    const { id, shown, text, headers } = await made('usage', 'json');
    expect(shown).toMatchObject({
      id,
      type: 'usage',
      format: 'json',
      period,
      size_bytes: Buffer.byteLength(text),
      download_url: `${service.url}${path}/${id}/download`,
    });
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
    expect(headers.get('content-disposition')).toContain(`usage-report-${period.start}-${period.end}.json`);

    const { report, method, checkpoint, sections } = JSON.parse(text);
    expect(report).toMatchObject({ id, type: 'usage', period, organization: { name: 'A file of tests' } });
    expect(method).toContain('bound to no checkpoint');
    const size = Number(checkpoint.split('\n')[1]);
    const byId = new Map<string, Section>(sections.map((section: Section) => [section.id, section]));
    // The figures are taken after the request of the report, which is an act, too.
    expect(byId.get('summary')?.figures).toEqual(
      expect.arrayContaining([
        { name: 'characters', value: 14, unit: 'characters' },
        { name: 'requests', value: 6, unit: 'requests' },
      ]),
    );
    // The operator's creation of the key is an entry, and no request.
    expect(byId.get('summary')?.evidence_count).toBe(7);
    expect(size).toBeGreaterThanOrEqual(7);
    const usage = (await call('GET', `/v1/usage?start=${period.start}&end=${tomorrow}`)).data;
    const shownByUsage = usage.by_endpoint
      .filter(({ endpoint }: { endpoint: string }) => endpoint !== 'compliance')
      .map((row: { endpoint: string; characters: number; requests: number }) => [
        row.endpoint,
        row.characters,
        row.requests,
      ]);
    const rows = byId.get('by_endpoint')?.tables[0]?.rows ?? [];
    expect(rows.filter(([endpoint]) => endpoint !== 'compliance')).toEqual(shownByUsage);
    expect(rows).toContainEqual(['compliance', 0, 1]);
  });

  it('the figures of a usage report are those of an export of the log up to its checkpoint', async () => {
    const { text } = await made('usage', 'json');
    const { checkpoint, sections, by_user } = JSON.parse(text) as {
      checkpoint: string;
      sections: Section[];
      by_user: { requests: number; characters: number }[];
    };
    expect((await call('POST', '/v1/detect', { text: 'Later than the checkpoint.' })).status).toBe(200);
    const exported = await eventually(
      async () => (await service.fetch('/v1/compliance/audit-logs/export')).text(),
      (lines) => lines.includes('"type":"summary"'),
    );
    const [, size = '', root] = checkpoint.split('\n');
    const signed = await call('GET', `/v1/compliance/audit-logs/checkpoint?size=${size}`);
    expect(signed.data.root_hash).toBe(root);
    const expected = recounted(leavesOf(exported, Number(size)));
    const tableOf = (id: string) => sections.find((section) => section.id === id)?.tables[0]?.rows ?? [];
    expect(expected.requests).toBeGreaterThanOrEqual(6);
    expect(sections[0]?.figures).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'requests', value: expected.requests }),
        expect.objectContaining({ name: 'characters', value: expected.characters }),
      ]),
    );
    expect(Object.fromEntries(tableOf('by_endpoint').map(([name, , requests]) => [name, requests]))).toEqual(
      expected.byEndpoint,
    );
    expect(Object.fromEntries(tableOf('by_key').map(([id, , , requests]) => [id, requests]))).toEqual(expected.byKey);
    expect(tableOf('by_key').map(([, name]) => name)).not.toContain(null);
    const ofUsers = (name: 'requests' | 'characters') => by_user.reduce((sum, row) => sum + row[name], 0);
    expect([ofUsers('requests'), ofUsers('characters')]).toEqual([expected.requests, expected.characters]);
  });

  /** The list names maker and owner of a key beside what was sealed. */
  const asReported = ({ openings: _, metadata, ...entry }: Record<string, unknown> & { metadata: object }) => {
    const { maker, owner, ...reported } = metadata as Record<string, unknown>;
    return { ...entry, metadata: reported };
  };

  it('an audit report as JSON has all entries of the period up to its checkpoint, and their totals', async () => {
    const { id, text } = await made('audit', 'json');
    const { sections, checkpoint } = JSON.parse(text) as { sections: Section[]; checkpoint: string };
    const entries = sections.find((section) => section.id === 'entries')?.entries ?? [];
    const log = (await entriesOfLog()).toReversed();
    expect(entries).toEqual(log.slice(0, entries.length).map(asReported));
    expect(entries.map(({ action }) => action)).toContain('report_create');
    expect(entries).toContainEqual(expect.objectContaining({ action: 'report_create', resource_id: id }));
    expect(Number(checkpoint.split('\n')[1])).toBeGreaterThanOrEqual(entries.length);
    const totals = sections.find((section) => section.id === 'totals');
    const count = (result: string) => entries.filter((entry) => entry.result === result).length;
    expect(totals?.evidence_count).toBe(entries.length);
    expect(totals?.figures.map(({ value }) => value)).toEqual([
      entries.length,
      count('success'),
      count('failure'),
      count('denied'),
    ]);
    expect(totals?.tables[0]?.rows).toContainEqual(['translate', 3, 1, 0, 4]);
  });

  it('an audit report as CSV has a row for each entry', async () => {
    const { text, headers } = await made('audit', 'csv');
    expect(headers.get('content-type')).toContain('text/csv');
    const lines = text.split('\r\n');
    expect(lines[0]).toMatch(/^section,kind,group,label,name,value,.*,evidence,id,timestamp,action,/);
    const entries = lines.filter((line) => line.startsWith('entries,entry,'));
    const total = lines.find((line) => line.startsWith('totals,figure,,,entries,'))?.split(',')[5];
    expect(entries.length).toBeGreaterThan(6);
    expect(total).toBe(String(entries.length));
  });

  it('ordering and downloading leave entries, and a report ordered again with its key is the same one', async () => {
    const body = { type: 'usage', format: 'csv', period };
    const headers = { 'Idempotency-Key': 'the-report-of-the-day' };
    const [first, second] = [await call('POST', path, body, { headers }), await call('POST', path, body, { headers })];
    expect(second.data).toEqual(first.data);
    expect(first.data).toMatchObject({ status: 'generating', estimated_completion: expect.any(String) });
    const { id } = first.data;
    await ended(id);
    await download(id);
    expect((await service.fetch(`${path}/${id}/download`, { method: 'HEAD' })).status).toBe(200);
    const acts = await entriesOfLog(`&resource=report&resource_id=${id}`);
    expect(acts.map(({ action }) => action)).toEqual(['report_download', 'report_create']);
  });

  it('reports are listed by type and status, page by page', async () => {
    const { data } = await call('GET', `${path}?type=audit&status=completed&limit=1`);
    expect(data.pagination).toMatchObject({ limit: 1, has_more: true });
    const next = await call('GET', `${path}?type=audit&status=completed&limit=1&cursor=${data.pagination.next_cursor}`);
    expect(next.data.reports[0].created_at <= data.reports[0].created_at).toBe(true);
    expect(next.data.reports[0].id).not.toBe(data.reports[0].id);
    expect((await call('GET', `${path}?status=failed`)).data.reports).toEqual([]);
    expect((await call('GET', `${path}?status=ready`)).error.code).toBe('invalid_request');
  });

  it('a webhook that is subscribed to it is told of a report that is ready', async () => {
    const { data: hook } = await call('POST', '/v1/webhooks', {
      url: receiver.url,
      events: ['compliance.report_ready'],
    });
    const { id } = await order('usage', 'json');
    const { expires_at, completed_at, download_url } = await ended(id);
    const [told] = await eventually(
      async () => receiver.received,
      (received) => received.length > 0,
    );
    expect(JSON.parse(told?.body ?? '')).toEqual({
      event: 'compliance.report_ready',
      report_id: id,
      type: 'usage',
      format: 'json',
      download_url,
      expires_at,
      timestamp: completed_at,
      sequence: 1,
    });
    await call('DELETE', `/v1/webhooks/${hook.id}`);
  });

  it('a wrong request is refused and named, and what another organization has does not exist', async () => {
    const refused = async (body: object) => {
      const { status, error } = await call('POST', path, body);
      return [status, error.code, error.details];
    };
    expect(await refused({ type: 'usage', period: { start: '2026-02-01', end: '2026-01-31' } })).toEqual([
      400,
      'invalid_request',
      { 'period.end': ['must not be before start'] },
    ]);
    expect(await refused({ type: 'usage', period: { start: '1.2.2026', end: '2026-02-28' } })).toEqual([
      400,
      'invalid_request',
      { 'period.start': ['must be a day, such as 2026-11-21'] },
    ]);
    expect((await refused({ type: 'tax', period }))[1]).toBe('invalid_request');
    expect(await refused({ type: 'usage', period: { end: '2026-01-31' } })).toEqual([
      422,
      'missing_required_field',
      { 'period.start': ['is required'] },
    ]);

    const { data } = await call('GET', `${path}?limit=1`);
    const [{ id }] = data.reports;
    for (const to of [`${path}/${id}`, `${path}/${id}/download`]) {
      const { status, error } = await call('GET', to, undefined, { key: stranger });
      expect([status, error.code]).toEqual([404, 'not_found']);
    }
    expect((await call('GET', path, undefined, { key: stranger })).data.pagination.total).toBe(0);
  });

  it('ordering needs compliance:write, downloading compliance:read', async () => {
    const { data } = await call('POST', '/v1/api-keys', { name: 'reader', scopes: ['compliance:read'] });
    const denied = await call('POST', path, { type: 'usage', period }, { key: data.key });
    expect([denied.status, denied.error.code]).toEqual([403, 'insufficient_scope']);
    expect((await call('GET', path, undefined, { key: data.key })).status).toBe(200);
  });
});
