import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultFormatOptions } from '#libs/documents/formats/format.port.js';
import { pdfFormat } from '#libs/documents/formats/pdf/pdf.format.js';
import { memoryFile } from '#libs/documents/formats/source-file.js';
import { bindingOf, unseal } from '#libs/ports/key-vault/sealed-bytes.js';
import { DataFolderSearch } from '#test/fakes/data-folder-search.js';
import { MarkerSearch } from '#test/fakes/marker-search.js';
import { projectRoot } from '#test/project-root.js';
import { Browsers, cookieName, password } from './browsers.js';
import { commandLine } from './command-line.js';
import { eventually } from './eventually.js';
import { cleanEnvironment, RunningService } from './running-service.js';
import { rowsOf } from './service-database.js';

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
  TRANSLEDGER_WEBHOOK_ALLOW_PRIVATE: 'true',
  TRANSLEDGER_WEBHOOK_ALLOW_HTTP: 'true',
};
/** An event store that keeps its files where this test does not look. */
const isElsewhere = process.env.E2E_EVENTSTORE_URL !== undefined;
const isCluster = process.env.E2E_CLUSTER === '1';
const fileName = 'salary-of-ada.txt';
const agent = 'Agent-of-Ada/1.0';
const address = '203.0.113.77';
/** A person by whom every way is tried; what of it is found anywhere afterwards was kept. */
const marked = {
  name: 'Zoraida Quillfeather',
  email: 'zoraida.quillfeather@marker.example',
  address: '198.51.100.231',
  agent: 'Quillfeather-Agent/7.3',
  fileName: 'quillfeather-salary.txt',
};
const ofMarked = { 'x-forwarded-for': marked.address, 'user-agent': marked.agent };
const reportTypes = ['gdpr_dpa', 'gdpr_dpia', 'eu_ai_act', 'vahti', 'soc2', 'iso27001', 'usage', 'audit'];
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

  describe('somebody with a name of its own, who has acted in every way', () => {
    const path = '/v1/compliance/reports';
    const today = new Date().toISOString().slice(0, 10);
    const period = { start: today, end: new Date(Date.now() + 24 * 60 * 60_000).toISOString().slice(0, 10) };
    let person: { id: string; cookie: string };
    let marks: MarkerSearch;
    let reports: { id: string; type: string; format: string }[];
    let madeBefore: Map<string, string>;
    let documentOfPerson: string;
    let keyOfPerson: { id: string; key: string };
    let exportedBefore: string;
    /** Ids of the files that the reports had before. */
    let withdrawn: string[];

    const asPerson = async (method: string, to: string, body?: unknown, more: Record<string, string> = {}) => {
      const headers = {
        ...ofMarked,
        ...more,
        origin: service.url,
        cookie: `${cookieName}=${person.cookie}`,
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
      };
      const sent = body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) };
      const answer = await fetch(`${service.url}${to}`, { method, headers, ...sent });
      const text = await answer.text();
      const json = /json/.test(answer.headers.get('content-type') ?? '') ? JSON.parse(text) : {};
      return { status: answer.status, text, data: json.data, error: json.error };
    };
    /** The text of a file as its reader sees it, without what parts it into lines. */
    const readOf = async (format: string, bytes: Buffer): Promise<string> => {
      if (format !== 'pdf') return bytes.toString();
      const texts: string[] = [];
      for await (const batch of pdfFormat.extract(memoryFile(bytes), defaultFormatOptions))
        texts.push(JSON.stringify(batch));
      return texts.join('').replaceAll(/\s+/g, '');
    };
    const allMade = () =>
      eventually(
        () => call('GET', `${path}?limit=100`),
        ({ data }) => data.reports.every(({ status }: { status: string }) => status === 'completed'),
      );
    const downloaded = async (): Promise<Map<string, string>> => {
      const files = new Map<string, string>();
      for (const { id, type, format } of reports) {
        const answer = await service.fetch(`${path}/${id}/download`);
        expect(answer.status, `${type} ${format}`).toBe(200);
        const bytes = Buffer.from(await answer.arrayBuffer());
        files.set(`${type} ${format}`, await readOf(format, bytes));
      }
      return files;
    };
    const namesIn = (files: ReadonlyMap<string, string>) =>
      [...files].filter(([, text]) => marks.in(text).length > 0).map(([name]) => name);

    beforeAll(async () => {
      const browsers = new Browsers(service);
      // The last owner who signs in cannot be deleted.
      await browsers.newUser('chris@example.com', 'owner');
      const invited = await browsers.asKey('POST', '/v1/users', {
        email: marked.email,
        role: 'owner',
        name: marked.name,
      });
      const token = invited.data.invite_url.split(/[/#]/).at(-1);
      const accepted = await browsers.send('POST', '/v1/auth/invites', {
        body: { token, password },
        headers: ofMarked,
      });
      person = { id: invited.data.id, cookie: accepted.cookie ?? '' };
      marks = new MarkerSearch([person.id, ...Object.values(marked)]);
    });

    it('acts in every way, and orders every report', async () => {
      const wrong = { email: marked.email, password: 'not the right password at all' };
      const send = (body: object) =>
        fetch(`${service.url}/v1/auth/login`, {
          method: 'POST',
          headers: { ...ofMarked, origin: service.url, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
      expect((await send(wrong)).status).toBe(401);
      const signedIn = await send({ email: marked.email, password });
      expect(signedIn.status).toBe(200);

      const text = { text: 'Good morning.', source: 'en', target: 'es' };
      const form = new FormData();
      form.append('target', 'es');
      form.append('source', 'en');
      form.append('file', new File(['Good morning.'], marked.fileName, { type: 'text/plain' }));
      documentOfPerson = (await asPerson('POST', '/v1/documents', form)).data.id;
      keyOfPerson = (
        await asPerson('POST', '/v1/api-keys', { name: 'integration', scopes: ['translate', 'compliance:read'] })
      ).data;
      // Nobody answers there, so that its payloads stay to be sent again.
      const hook = {
        url: 'http://127.0.0.1:9/hook',
        events: ['compliance.audit_log_exported', 'compliance.report_ready'],
      };
      const glossary = {
        name: 'Words',
        source_language: 'en',
        target_language: 'es',
        entries: [{ source: 'a', target: 'b' }],
      };
      const statuses = [
        await asPerson('POST', '/v1/translate', text),
        await asPerson('POST', '/v1/translate', { ...text, target: 'qq' }),
        await asPerson('POST', '/v1/detect', { text: 'Good morning to you all.' }),
        await asPerson('GET', '/v1/auth/session'),
        await asPerson('GET', '/v1/users'),
        await asPerson('PATCH', '/v1/organization', { name: 'An organization' }),
        await asPerson('POST', '/v1/webhooks', hook),
        await asPerson('POST', '/v1/glossaries', glossary),
        await asPerson('GET', `/v1/compliance/subjects/user/${person.id}/data`),
        await asPerson('GET', `/v1/compliance/audit-logs/export?format=csv&user_id=${person.id}`),
        await asPerson('GET', `/v1/compliance/history/document/${documentOfPerson}`),
        await asPerson('PUT', '/v1/compliance/certifications/soc2', { status: 'in_progress' }),
      ].map(({ status }) => status);
      expect(statuses).toEqual([200, 400, 200, 200, 200, 200, 201, 201, 200, 200, 200, 200]);
      const hold = await asPerson('POST', '/v1/compliance/holds', {
        subject: { type: 'user', id: person.id },
        reason: 'Case 9',
      });
      expect((await asPerson('DELETE', `/v1/compliance/holds/${hold.data.id}`)).status).toBe(200);
      // An answer with its name, kept for whoever repeats the request.
      const kept = await service.postJson('/v1/translate?receipt=true', text, {
        key: keyOfPerson.key,
        headers: { ...ofMarked, 'idempotency-key': 'receipt-of-marked' },
      });
      expect([kept.status, marks.in(await kept.text())]).toEqual([200, expect.arrayContaining([person.id])]);

      reports = [];
      for (const type of reportTypes) {
        for (const format of ['json', 'csv', 'pdf']) {
          const { status, data } = await asPerson(
            'POST',
            path,
            { type, format, period },
            { 'idempotency-key': `${type}-${format}` },
          );
          expect(status).toBe(201);
          reports.push({ id: data.id, type, format });
        }
      }
      await allMade();
      madeBefore = await downloaded();
      expect(namesIn(madeBefore)).toEqual(expect.arrayContaining(['audit json', 'audit csv', 'audit pdf']));
      for (const format of ['ndjson', 'csv', 'ocsf', 'cef']) {
        const answer = await service.fetch(`/v1/compliance/audit-logs/export?format=${format}`);
        expect([format, marks.in(await answer.text())]).toEqual([format, expect.arrayContaining([person.id])]);
      }
      exportedBefore = await exported();
      expect(await verified(exportedBefore)).toMatchObject({ verified: true });
    });

    it('is erased, and so is the address: the files that named it are gone, and the reports made anew', async () => {
      if (!isElsewhere) {
        const files = `select data::jsonb->>'blobId' as id from event_store.events where type = 'ReportCompleted'`;
        withdrawn = (await rowsOf<{ id: string }>(service, files)).map(({ id }) => id);
      }
      expect((await call('DELETE', `/v1/api-keys/${keyOfPerson.id}`)).status).toBe(200);
      expect((await call('DELETE', `/v1/users/${person.id}`)).status).toBe(200);
      const late = await call('POST', path, { type: 'audit', format: 'json', period });
      reports.push({ id: late.data.id, type: 'audit', format: 'json, ordered last' });
      const requested = [await erase('user', person.id)];
      // A hold on the period keeps its reports, and they are made anew as well.
      const hold = await call('POST', '/v1/compliance/holds', { period, reason: 'Case 10' });
      expect(hold.status).toBe(201);
      requested.push(await erase('ip_address', marked.address));
      expect(requested.map(({ status }) => status)).toEqual([201, 201]);
      expect(requested[0]?.data.exports.count).toBeGreaterThanOrEqual(6);
      for (const { data } of requested) await completed(data.id);
      // A file that is still there now has nothing of the person.
      const atOnce = await Promise.all(
        reports.map(async ({ id }) => (await service.fetch(`${path}/${id}/download`)).text()),
      );
      expect(atOnce.flatMap((text) => marks.in(text))).toEqual([]);
      await allMade();
      const madeAnew = await downloaded();
      await call('DELETE', `/v1/compliance/holds/${hold.data.id}`);
      expect(namesIn(madeAnew)).toEqual([]);
      const [before_, anew] = [madeBefore, madeAnew].map((files) => JSON.parse(files.get('audit json') ?? ''));
      expect(anew.method).toContain('takes the place of an earlier one');
      expect(anew.checkpoint.split('\n').slice(0, 3)).toEqual(before_.checkpoint.split('\n').slice(0, 3));
      expect(anew.sections[0].figures).toEqual(before_.sections[0].figures);
      expect(anew.sections[1].entries).toHaveLength(before_.sections[1].entries.length);
      expect(JSON.stringify(anew.sections[1].entries)).toContain('[erased]');
      const history = await call('GET', `/v1/compliance/history/report/${reports[0]?.id}`);
      expect(history.data.state.status).toBe('completed');
    });

    it('nothing that can be downloaded has anything of it, and the log verifies as before', async () => {
      expect(await verified(exportedBefore)).toMatchObject({ verified: true });
      const now = await exported();
      expect(await verified(now)).toMatchObject({ verified: true });
      const pages = [
        ...['/v1/compliance/audit-logs?limit=1000', '/v1/compliance/audit-logs/exports', '/v1/compliance/erasures'],
        ...[
          '/v1/compliance/holds',
          '/v1/compliance/reports?limit=100',
          '/v1/compliance/status',
          '/v1/usage',
          '/v1/users',
        ],
        ...['/v1/api-keys', '/v1/webhooks', '/v1/glossaries', '/v1/documents', '/v1/organization'],
        ...[`/v1/documents/${documentOfPerson}`, `/v1/documents/${documentOfPerson}/download`],
        ...['document', 'api_key', 'report'].map(
          (resource, at) =>
            `/v1/compliance/history/${resource}/${[documentOfPerson, keyOfPerson.id, reports[0]?.id][at]}`,
        ),
        ...['csv', 'ocsf', 'cef'].map((format) => `/v1/compliance/audit-logs/export?format=${format}`),
      ];
      const { data } = await call('GET', '/v1/webhooks');
      pages.push(...data.webhooks.map(({ id }: { id: string }) => `/v1/webhooks/${id}/deliveries`));
      for (const page of pages) {
        const answer = await service.fetch(page);
        const headers = [...answer.headers].join('\n');
        expect([page, answer.status, marks.in(`${headers}${await answer.text()}`)]).toEqual([page, 200, []]);
      }
      expect(marks.in(now)).toEqual([]);
      expectNotLogged(person.id, ...Object.values(marked));
    });

    it.skipIf(isElsewhere)('nothing on the disk has anything of it, in whatever form', async () => {
      expect(await search.markers(marks)).toEqual([]);
      expect(await foundAnswerKeys()).toEqual([]);
      const tables = await rowsOf<{ name: string }>(
        service,
        `select format('%I.%I', schemaname, tablename) as name from pg_tables
          where schemaname not in ('pg_catalog', 'information_schema')`,
      );
      expect(tables.length).toBeGreaterThan(30);
      for (const { name } of tables) {
        const rows = await rowsOf<{ row: string }>(service, `select t::text as row from ${name} t`);
        expect([name, marks.in(rows.map(({ row }) => row).join('\n'))]).toEqual([name, []]);
      }
      expect(withdrawn).toHaveLength(reportTypes.length * 3);
      const kept = "select id from vault.data_key where kind = 'blob' and id = any($1)";
      expect(await rowsOf(service, kept, withdrawn)).toEqual([]);
      const names = await readdir(service.dataDir, { recursive: true });
      expect(names.filter((name) => withdrawn.includes(basename(name)))).toEqual([]);
      expect(await search.keys('key vault', bindingOf('data-key', 'blob', withdrawn[0] ?? ''))).toEqual([]);
    });
  });
});
