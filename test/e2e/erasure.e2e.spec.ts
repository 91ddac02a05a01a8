import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bindingOf, unseal } from '#libs/ports/key-vault/sealed-bytes.js';
import { DataFolderSearch } from '#test/fakes/data-folder-search.js';
import { projectRoot } from '#test/project-root.js';
import { Browsers } from './browsers.js';
import { commandLine } from './command-line.js';
import { eventually } from './eventually.js';
import { cleanEnvironment, RunningService } from './running-service.js';

interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each test looks at the fields that it means.
  data: any;
  // biome-ignore lint/suspicious/noExplicitAny: each test looks at the fields that it means.
  error: any;
}

const settings = {
  TRANSLEDGER_INFERENCE: 'echo',
  TRANSLEDGER_TRUSTED_PROXIES: '127.0.0.1',
  TRANSLEDGER_TIER_MAX_REQUESTS_PER_MINUTE: '0',
  TRANSLEDGER_LOG_LEVEL: 'trace',
};
/** An event store that keeps its files where this test does not look. */
const isElsewhere = process.env.E2E_EVENTSTORE_URL !== undefined;
const isCluster = process.env.E2E_CLUSTER === '1';
const fileName = 'salary-of-ada.txt';
const agent = 'Agent-of-Ada/1.0';
const address = '203.0.113.77';
const ofAda = { 'x-forwarded-for': address, 'user-agent': agent };

/**
 * A user with a key of the command line, who uploads a document; the folder is searched by somebody with the master key. In a cluster
 * the event store, the brokers, Redis and the object store keep their files there too.
 */
describe('the erasure of personal data, from outside', () => {
  let service: RunningService;
  let folder: string;
  let search: DataFolderSearch;
  let organizationId: string;
  let key: { id: string; key: string };
  let documentId: string;
  let user: { id: string; reference: string };
  let before: string;
  let sealedClient: string;

  const call = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const answer = await (body === undefined
      ? service.fetch(path, { method })
      : service.postJson(path, body, { method }));
    return { status: answer.status, ...((await answer.json()) as Omit<Answer, 'status'>) };
  };
  const entriesOf = async (query: string) =>
    (await call('GET', `/v1/compliance/audit-logs?limit=1000&${query}`)).data.entries;
  const exported = async (): Promise<string> =>
    (await service.fetch('/v1/compliance/audit-logs/export?format=ndjson')).text();
  const verified = async (content: string): Promise<{ verified: boolean; entries: number }> => {
    const file = join(folder, 'export.ndjson');
    await writeFile(file, content);
    const program = join(projectRoot, 'dist/apps/cli/main.js');
    const args = [program, '--json', 'audit', 'verify', file];
    return JSON.parse((await promisify(execFile)(process.execPath, args, { env: cleanEnvironment() })).stdout);
  };
  const dataOf = (type: string, id: string, query = '') =>
    call('GET', `/v1/compliance/subjects/${type}/${encodeURIComponent(id)}/data?${query}`);
  const erase = (type: string, id: string) =>
    call('POST', '/v1/compliance/erasures', { subject: { type, id }, reason: 'Request 7' });
  const completed = (id: string) =>
    eventually(
      () => call('GET', `/v1/compliance/erasures/${id}`),
      ({ data }) => data.status === 'completed',
    );
  const upload = (): Promise<Response> => {
    const form = new FormData();
    form.append('target', 'es');
    form.append('source', 'en');
    form.append('file', new File(['Good morning.'], fileName, { type: 'text/plain' }));
    const headers = { ...ofAda, 'idempotency-key': 'upload-of-ada' };
    return service.fetch('/v1/documents', { method: 'POST', body: form, key: key.key, headers });
  };
  const foundKeys = (reference: string) =>
    search.keys('subject keys', bindingOf('subject-key', organizationId, reference));
  const foundAnswerKeys = () => search.keys('key vault', bindingOf('data-key', 'idempotency-answers', organizationId));

  const expectNotLogged = (...clear: string[]) =>
    expect(clear.filter((text) => service.logs().includes(text))).toEqual([]);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'transledger-erasure-'));
    service = await RunningService.start({ settings });
    const masterKey = Buffer.from(await readFile(join(service.dataDir, 'master.key'), 'utf8'), 'base64');
    search = new DataFolderSearch(service.dataDir, masterKey);
    organizationId = (await call('GET', '/v1/organization')).data.id;
    const scopes = 'translate,documents:read,documents:write';
    key = await commandLine(
      service,
      ...['keys', 'create', '--name', 'key of ada', '--organization', organizationId, '--scopes', scopes],
    );
    documentId = ((await (await upload()).json()) as Answer).data.id;
    await eventually(
      () => call('GET', `/v1/documents/${documentId}`),
      ({ data }) => data.status === 'completed',
    );
  });
  afterAll(async () => {
    await service.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  it('what is kept of a user is shown, by section, and that somebody looked is in the audit log', async () => {
    const [{ user_id }] = await entriesOf(`resource_id=${documentId}&action=document_upload`);
    const { status, data } = await dataOf('user', user_id);
    expect([status, data.section]).toEqual([200, 'entries']);
    user = { id: user_id, reference: data.subject_ref };
    const uploaded = data.entries.find((entry: { action: string }) => entry.action === 'document_upload');
    expect(uploaded).toMatchObject({ user_id, ip_address: address, user_agent: agent });
    expect(uploaded.metadata.filename).toBe(fileName);
    expect((await dataOf('user', user_id, 'section=documents')).data.documents).toMatchObject([
      { id: documentId, filename: fileName },
    ]);
    expect((await dataOf('user', user_id, 'section=api_keys')).data.api_keys).toMatchObject([{ id: key.id }]);
    expect((await dataOf('user', 'usr_nobody')).status).toBe(404);
    expect((await dataOf('ip_address', 'ada')).error.code).toBe('invalid_request');
    const looks = await entriesOf('action=subject_access');
    expect(looks.map(({ result }: { result: string }) => result)).toEqual([
      'failure',
      'failure',
      'success',
      'success',
      'success',
    ]);
    expect(JSON.stringify(looks)).not.toContain('usr_nobody');
  });

  it('the log of the service names neither the user nor the address, the agent and the file', () => {
    expect(service.logs().length).toBeGreaterThan(1_000);
    expectNotLogged(user.id, fileName, agent, address);
  });

  it.skipIf(isElsewhere)(
    'before, whoever has the master key and all files opens what they say of the user',
    async () => {
      const [{ id }] = await entriesOf(`resource_id=${documentId}&action=document_upload`);
      const proof = await eventually(
        () => call('GET', `/v1/compliance/audit-logs/${id}/proof`),
        ({ status }) => status === 200,
      );
      sealedClient = JSON.parse(Buffer.from(proof.data.leaf, 'base64').toString()).sealed_client;
      const [found] = await foundKeys(user.reference);
      if (found === undefined) throw new Error('The key is not in the files');
      const opened = unseal(found, Buffer.from(sealedClient, 'base64url'), bindingOf('subject-data', user.reference));
      expect(JSON.parse(opened.toString())).toMatchObject({ user_id: user.id });
      const holders = await search.filesWith(sealedClient);
      expect(holders.length).toBeGreaterThan(0);
      if (isCluster) expect(holders.join()).toContain('/cluster/event-store/');
      expect((await foundAnswerKeys()).length).toBeGreaterThan(0);
      for (const clear of [fileName, agent, address])
        expect([clear, await search.filesWith(clear)]).toEqual([clear, []]);
    },
  );

  it('an export of before is verified', async () => {
    before = await exported();
    expect(before).toContain(user.id);
    expect(await verified(before)).toMatchObject({ verified: true });
  });

  it('a user with a key that works, or who is held, is not erased', async () => {
    expect(await erase('user', user.id)).toMatchObject({ status: 409, error: { code: 'conflict' } });
    await call('DELETE', `/v1/api-keys/${key.id}`);
    const held = { resource: 'document', resource_id: documentId, reason: 'Case 7' };
    for (const target of [{ subject: { type: 'user', id: user.id }, reason: 'Case 7' }, held]) {
      const hold = (await call('POST', '/v1/compliance/holds', target)).data.id;
      expect(await erase('user', user.id)).toMatchObject({ status: 409, error: { details: { hold_id: hold } } });
      await call('DELETE', `/v1/compliance/holds/${hold}`);
    }
    expect((await dataOf('user', user.id)).status).toBe(200);
  });

  it('an erased user is unknown, and its entries read [erased]', async () => {
    const { status, data } = await erase('user', user.id);
    expect(status).toBe(201);
    expect(data).toMatchObject({ subject_ref: user.reference, completed_at: null });
    expect((await dataOf('user', user.id)).status).toBe(404);
    expect((await erase('user', user.id)).status).toBe(404);
    const done = (await completed(data.id)).data;
    expect(done.entries_affected).toBeGreaterThan(0);
    expect((await call('GET', '/v1/compliance/erasures')).data.erasures).toEqual([done]);

    const entries = await entriesOf(`resource_id=${documentId}&action=document_upload`);
    expect(entries).toMatchObject([
      { user_id: '[erased]', ip_address: '[erased]', user_agent: '[erased]', metadata: { filename: '[erased]' } },
    ]);
    expect(entries[0].openings).toEqual([]);
    expect(await entriesOf(`user_id=${user.id}`)).toEqual([]);
    const [act] = await entriesOf('action=subject_erase&result=success');
    expect(act).toMatchObject({ resource: 'subject', resource_id: data.id, metadata: { subject_type: 'user' } });
    expect((await call('GET', `/v1/documents/${documentId}`)).data.filename).toBe('document.txt');
    const download = await service.fetch(`/v1/documents/${documentId}/download`);
    expect(download.headers.get('content-disposition')).toContain('document.es.txt');
  });

  it('exports of before and of now are verified, by hashes that did not change', async () => {
    expect(await verified(before)).toMatchObject({ verified: true });
    const now = await exported();
    expect(await verified(now)).toMatchObject({ verified: true });
    for (const clear of [user.id, fileName]) expect(now).not.toContain(clear);
  });

  it.skipIf(isElsewhere)(
    'then nobody opens anything, with the master key and all files of the engines and the service',
    async () => {
      expect(await foundKeys(user.reference)).toEqual([]);
      expect(await foundAnswerKeys()).toEqual([]);
      expect((await search.filesWith(sealedClient)).length, 'the events are as they were').toBeGreaterThan(0);
      for (const clear of [user.id, fileName, agent, address])
        expect([clear, await search.filesWith(clear)]).toEqual([clear, []]);
    },
  );

  it('who had a key of an erased user is refused, in the name of nobody', async () => {
    const refused = await service.postJson(
      '/v1/translate',
      { text: 'Hi', target: 'es' },
      { key: key.key, headers: ofAda },
    );
    expect(refused.status).toBe(401);
    const [entry] = await entriesOf(`key_id=${key.id}&result=denied`);
    expect(entry).toMatchObject({ user_id: '[erased]', ip_address: address });
    expectNotLogged(user.id, fileName, agent, address);
  });

  it('the account of a user, its sessions and the exports about it are shown, without tokens, until it is erased', async () => {
    const browsers = new Browsers(service);
    const { id, accountId, cookie = '' } = await browsers.newUser('bo@example.com', 'auditor');
    await (await service.fetch(`/v1/compliance/audit-logs/export?format=csv&user_id=${id}`)).text();
    const sections = async () =>
      Promise.all(
        ['account', 'sessions', 'exports'].map(async (name) => (await dataOf('user', id, `section=${name}`)).data),
      );
    const [account, sessions, exports] = await sections();
    expect(account).toMatchObject({
      account: { id, email: 'bo@example.com', name: 'Ada', role: 'auditor', status: 'active', account_id: accountId },
      pagination: { total: 1 },
    });
    expect(account.account).toMatchObject({ issuers: [], deleted_at: null });
    expect(sessions.sessions).toHaveLength(1);
    expect(sessions.sessions[0]).toMatchObject({ ended_at: null, began_at: expect.any(String) });
    expect(exports.exports).toMatchObject([{ format: 'csv', filters: { user_id: id } }]);
    expect(JSON.stringify([account, sessions, exports])).not.toContain(cookie);
    await call('DELETE', `/v1/users/${id}`);
    const [deleted] = await sections();
    expect(deleted.account).toMatchObject({ status: 'deleted', email: 'bo@example.com' });
    await completed((await erase('user', id)).data.id);
    expect((await dataOf('user', id, 'section=account')).status).toBe(404);
    expectNotLogged(id, 'bo@example.com');
    if (!isElsewhere)
      for (const clear of [id, 'bo@example.com']) expect([clear, await search.filesWith(clear)]).toEqual([clear, []]);
    expect((await call('GET', '/v1/compliance/audit-logs/exports')).data.exports[0].filters.user_id).toBe('[erased]');
  });

  it('an address is erased in any writing, and has another reference when it comes again', async () => {
    const from = { headers: { 'x-forwarded-for': '2001:db8::77' } };
    const text = { text: 'Hi', source: 'en', target: 'es' };
    await service.postJson('/v1/translate', text, from);
    const known = (await dataOf('ip_address', '2001:DB8:0:0::77')).data;
    expect(known).toMatchObject({ subject: { id: '2001:db8::77' }, pagination: { total: 1 } });
    const { data } = await erase('ip_address', '2001:0db8::0077');
    expect(data.subject_ref).toBe(known.subject_ref);
    expect((await completed(data.id)).data.entries_affected).toBe(1);
    expect(await entriesOf('ip_address=2001:db8::77')).toEqual([]);
    expect((await entriesOf(`request_id=${known.entries[0].request_id}`))[0]).toMatchObject({
      user_id: known.entries[0].user_id,
      ip_address: '[erased]',
      user_agent: '[erased]',
    });
    await service.postJson('/v1/translate', text, from);
    const again = (await dataOf('ip_address', '2001:db8::77')).data;
    expect(again.pagination.total).toBe(1);
    expect(again.subject_ref).not.toBe(known.subject_ref);
    expect(await foundKeys(known.subject_ref)).toEqual([]);
  });
});
