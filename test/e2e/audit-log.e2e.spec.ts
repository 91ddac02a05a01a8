import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { commandLine } from './command-line.js';
import type { RunningService } from './running-service.js';
import { sharedService, withLimits } from './shared-service.js';

interface Entry {
  id: string;
  timestamp: string;
  action: string;
  resource_id: string;
  result: string;
  user_id: string;
  key_id: string | null;
  key_name: string | null;
  ip_address: string;
  user_agent: string;
  request_id: string;
  metadata: Record<string, unknown>;
  openings: { field: string; value: string; salt: string }[];
}

interface List {
  data: { entries: Entry[]; pagination: { total: number; next_cursor: string | null } };
  meta: { as_of: { number: number; timestamp: string }; lagging: boolean };
}

const text = { text: 'Hello.', source: 'en', target: 'es' };
const from = (address: string) => ({ 'x-forwarded-for': address });

describe('the audit log, seen from outside', () => {
  let service: RunningService;
  let other: { id: string; key: string };
  const list = async (query: string): Promise<List> => {
    const answer = await service.fetch(`/v1/compliance/audit-logs?${query}`);
    expect([query, answer.status]).toEqual([query, 200]);
    return (await answer.json()) as List;
  };
  const entriesOf = async (query: string): Promise<Entry[]> => (await list(query)).data.entries;

  beforeAll(async () => {
    service = await sharedService(withLimits);
    const organization = await service.fetch('/v1/organization');
    const { id } = ((await organization.json()) as { data: { id: string } }).data;
    const options = ['--organization', id, '--scopes', 'translate,detect', '--allow', '203.0.113.0/24'];
    other = await commandLine(service, 'keys', 'create', '--name', 'night batch', ...options);
    await service.postJson('/v1/translate', text);
    await service.postJson('/v1/translate', text, { key: other.key, headers: from('203.0.113.7') });
    await service.postJson('/v1/detect', { text: 'Hello.' }, { key: other.key, headers: from('203.0.113.8') });
    await service.fetch('/v1/glossaries', { key: other.key, headers: from('203.0.113.7') });
  });

  it('an entry names the key that was used, and a key of the command line acts in a name of its own', async () => {
    const [made] = await entriesOf(`resource_id=${other.id}&action=api_key_create`);
    expect(made).toMatchObject({
      user_id: 'operator',
      key_id: null,
      key_name: null,
      metadata: { name: 'night batch', ip_allowlist: ['203.0.113.0/24'] },
    });
    const [translated] = await entriesOf(`key_id=${other.id}&action=translate`);
    expect(translated).toMatchObject({
      user_id: 'operator:night batch',
      key_id: other.id,
      key_name: 'night batch',
      ip_address: '203.0.113.7',
      metadata: { character_count: 6, endpoint: 'translate', source_language: 'en', target_language: 'es' },
    });
    expect((await entriesOf('user_id=operator:night%20batch')).every(({ key_id }) => key_id === other.id)).toBe(true);
  });

  it('each filter keeps what it says, alone and together, and pages go on by cursor', async () => {
    const ofOther = await entriesOf(`key_id=${other.id}`);
    expect(ofOther.map(({ action, result }) => `${action} ${result}`)).toEqual([
      'request_refused denied',
      'detect success',
      'translate success',
    ]);
    expect(await entriesOf('ip_address=203.0.113.7')).toEqual([ofOther[0], ofOther[2]]);
    expect(await entriesOf('ip_address=::ffff:203.0.113.8')).toEqual([ofOther[1]]);
    expect(await entriesOf('ip_address=203.0.113.9')).toEqual([]);
    expect(await entriesOf('result=denied')).toEqual([ofOther[0]]);
    expect(await entriesOf(`request_id=${ofOther[1]?.request_id}`)).toEqual([ofOther[1]]);
    expect(await entriesOf(`action=detect,translate&ip_address=203.0.113.7&key_id=${other.id}`)).toEqual([ofOther[2]]);
    const { data } = await list(`action=detect,translate&key_id=${other.id}&limit=1`);
    expect(data).toMatchObject({ entries: [ofOther[1]], pagination: { total: 2 } });
    const next = `cursor=${data.pagination.next_cursor}&action=detect,translate&key_id=${other.id}&limit=1`;
    expect((await list(next)).data.entries).toEqual([ofOther[2]]);
  });

  it.each(['resourceid=x', 'from=2027-01-01', 'sort=asc', 'action=detect,nothing', 'ip_address=010.0.0.1'])(
    'the query %s is refused by the name of its parameter',
    async (query) => {
      const answer = await service.fetch(`/v1/compliance/audit-logs?${query}`);
      const { error } = (await answer.json()) as { error: { code: string; details: object } };
      expect([answer.status, error.code]).toEqual([400, 'invalid_request']);
      expect(Object.keys(error.details)).toEqual([query.split('=')[0]]);
    },
  );

  it.each([
    '/v1/compliance/audit-logs',
    '/v1/compliance/status',
    '/v1/documents',
    '/v1/glossaries/glo_01KAH3W7J4B2X8Y6Z5V9T0S1R2',
    '/v1/api-keys',
    '/v1/usage',
    '/v1/no-such-path',
  ])('a read of %s that is refused leaves its entry', async (path) => {
    const refused = await service.fetch(path, { key: other.key, headers: from('203.0.113.7') });
    const entries = await entriesOf(`request_id=${refused.headers.get('x-request-id')}`);
    expect(entries).toMatchObject([
      { action: 'request_refused', resource_id: other.id, metadata: { status: refused.status, method: 'GET' } },
    ]);
    expect(refused.status).toBeGreaterThanOrEqual(400);
  });

  it('an entry shows what opens its commitments, one for each of its personal fields', async () => {
    const [entry] = await entriesOf('action=detect');
    expect(entry?.openings.map(({ field, value }) => [field, value])).toEqual([
      ['user_id', entry?.user_id],
      ['ip_address', '203.0.113.8'],
      ['user_agent', entry?.user_agent],
    ]);
    const made = entry?.openings.map(({ value, salt }) =>
      createHash('sha256').update(Buffer.from(salt, 'base64')).update(JSON.stringify(value)).digest('base64'),
    );
    expect(new Set(made).size).toBe(3);
    const one = await service.fetch(`/v1/compliance/audit-logs/${entry?.id}`);
    expect(((await one.json()) as { data: object }).data).toMatchObject({ entry });
  });

  it('a list says up to which entry of its own log it is complete, whatever others do', async () => {
    const { meta, data } = await list('limit=1');
    const [newest] = data.entries;
    expect(meta).toMatchObject({
      lagging: false,
      as_of: { number: data.pagination.total - 1, timestamp: newest?.timestamp },
    });
    const others = await sharedService(withLimits);
    await others.postJson('/v1/detect', { text: 'Good morning.' });
    expect((await list('limit=1')).meta.as_of).toEqual(meta.as_of);
  });
});
