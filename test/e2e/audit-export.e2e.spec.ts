import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowsIn } from '#libs/platform/xlsx/workbook.fixture.js';
import { projectRoot } from '#test/project-root.js';
import { commandLine } from './command-line.js';
import { eventually } from './eventually.js';
import { cleanEnvironment, type RunningService } from './running-service.js';
import { sharedService, withLoad } from './shared-service.js';

interface Line {
  type?: string;
  id: string;
  action: string;
  leaf_index: number;
  next_cursor: string | null;
  export_id: string;
  sha256: string;
  size: number;
  verifier_key: string;
}
interface Verdict {
  verified: boolean;
  entry_id?: string;
  entries?: number;
  left_out?: number;
  identity_proven?: boolean;
  reason?: string;
}
interface Exported {
  export_id: string;
  entries: number;
  next_cursor: string;
  output: string;
}

const route = '/v1/compliance/audit-logs/export';
const text = { text: 'Hello.', source: 'en', target: 'es' };
const linesOf = (content: string): Line[] =>
  content
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
const entriesIn = (content: string): Line[] => linesOf(content).filter(({ type }) => type === undefined);

describe('an export of the audit log, from outside', () => {
  let service: RunningService;
  let folder: string;
  let whole: string;

  const exported = async (query: string, of: Pick<RunningService, 'fetch'> = service): Promise<string> => {
    const answer = await of.fetch(`${route}?${query}`);
    expect([query, answer.status]).toEqual([query, 200]);
    return answer.text();
  };
  /** The record of an export once it has ended. */
  const ended = async (id: string | null): Promise<object> => {
    const ask = async () => (await service.fetch(`/v1/compliance/audit-logs/exports/${id}`)).json();
    const answer = await eventually(
      ask as () => Promise<{ data: { status: string } }>,
      ({ data }) => data.status !== 'started',
    );
    return answer.data;
  };
  /** Runs the command line, which may fail; `--json`. */
  const audit = async <Result>(...args: string[]): Promise<{ code: number; result: Result }> => {
    const program = join(projectRoot, 'dist/apps/cli/main.js');
    const env = { ...cleanEnvironment(), AUDIT_API_KEY: service.apiKey };
    const run = promisify(execFile)(process.execPath, [program, '--json', 'audit', ...args], { env });
    const { code = 0, stdout } = (await run.catch((error: { code: number; stdout: string }) => error)) as {
      code?: number;
      stdout: string;
    };
    return { code, result: JSON.parse(stdout) };
  };
  const verify = (content: string | Buffer, ...args: string[]) => {
    const file = join(folder, 'verified.ndjson');
    writeFileSync(file, content);
    return audit<Verdict>('verify', file, ...args);
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'transledger-export-'));
    service = await sharedService(withLoad);
    for (let count = 0; count < 6; count += 1) {
      await service.postJson('/v1/translate', text);
      await service.postJson('/v1/detect', { text: 'Hello.' });
    }
    whole = await exported('');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('it is verified offline with the key of the log, and its end says what it was', async () => {
    const [checkpoint, summary] = linesOf(whole).slice(-2);
    expect(await verify(whole, '--key', checkpoint?.verifier_key ?? '')).toMatchObject({
      code: 0,
      result: { verified: true, entries: entriesIn(whole).length, left_out: 0, identity_proven: true },
    });
    expect(await verify(whole)).toMatchObject({ code: 0, result: { identity_proven: false } });
    const before = whole.slice(0, whole.lastIndexOf('{"type":"summary"'));
    expect(summary?.sha256).toBe(createHash('sha256').update(before).digest('hex'));
    expect(entriesIn(whole).length).toBeGreaterThanOrEqual(13);
  });

  it('one changed byte is found, and its entry named', async () => {
    const changed = Buffer.from(whole);
    const at = whole.indexOf('"action":"detect"') + '"action":"'.length;
    changed[at] = 'D'.charCodeAt(0);
    const [bad] = entriesIn(whole).filter(({ action }) => action === 'detect');
    expect(await verify(changed)).toMatchObject({ code: 1, result: { verified: false, entry_id: bad?.id } });
    expect(await verify(whole.slice(0, -100))).toMatchObject({
      code: 1,
      result: { reason: expect.stringMatching(/cut off/) },
    });
  });

  it('a filter leaves gaps and is verified; what goes on behind an entry has the same bytes', async () => {
    const detections = await exported('action=detect');
    expect(entriesIn(detections).map(({ action }) => action)).toEqual(Array(6).fill('detect'));
    expect((await verify(detections)).result).toMatchObject({ verified: true, entries: 6 });
    const raw = detections.split('\n').filter((line) => line.startsWith('{"id"'));
    const rest = await exported(`action=detect&cursor=${entriesIn(detections)[2]?.id}`);
    expect(rest.split('\n').filter((line) => line.startsWith('{"id"'))).toEqual(raw.slice(3));
    expect((await verify(rest)).result).toMatchObject({ verified: true, entries: 3 });
  });

  it('an export is an act, is listed, and its end is in the event log', async () => {
    const answer = await service.fetch(`${route}?format=csv&action=translate`);
    const id = answer.headers.get('x-export-id') ?? '';
    const content = await answer.text();
    expect(content.split('\r\n')[0]).toMatch(/^id,timestamp,action,/);
    expect(await ended(id)).toMatchObject({
      export_id: id,
      status: 'completed',
      format: 'csv',
      filters: { action: ['translate'] },
      entries: 6,
      sha256: createHash('sha256').update(content).digest('hex'),
      requested_by: expect.any(String),
    });
    const list = await service.fetch('/v1/compliance/audit-logs/exports?limit=1');
    expect(((await list.json()) as { data: { exports: object[] } }).data.exports).toEqual([
      expect.objectContaining({ export_id: id }),
    ]);
    const entries = entriesIn(await exported('action=audit_log_export'));
    expect(entries).toEqual(
      expect.arrayContaining([expect.objectContaining({ resource_id: id, resource: 'audit_log' })]),
    );
    const { events } = await commandLine<{ events: { data: object }[] }>(
      service,
      ...['events', 'read', '--type', 'AuditLogExportCompleted', '--limit', '10000'],
    );
    expect(events.map(({ data }) => data)).toEqual(
      expect.arrayContaining([expect.objectContaining({ exportId: id, format: 'csv', entries: 6 })]),
    );
  });

  it('the other formats have a line an entry, and HEAD none and no act', async () => {
    const ocsf = await exported('format=ocsf&action=detect');
    expect(
      ocsf
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).class_uid),
    ).toEqual(Array(6).fill(6003));
    expect(await exported('format=cef&action=detect')).toMatch(/^(CEF:0\|Transledger\|.*\n){6}$/);
    const head = await service.fetch(`${route}?format=csv`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const unlisted = await service.fetch(`/v1/compliance/audit-logs/exports/${head.headers.get('x-export-id')}`);
    expect(unlisted.status).toBe(404);
  });

  it('another organization gets nothing of it, by no cursor and no id', async () => {
    const other = await sharedService(withLoad);
    const id = entriesIn(whole)[0]?.id;
    const refused = await other.fetch(`${route}?cursor=${id}`);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ error: { details: { cursor: ['is not the id of an entry'] } } });
    const own = entriesIn(whole).map((entry) => entry.id);
    const theirs = entriesIn(await exported('', other)).map((entry) => entry.id);
    expect(theirs.filter((entry) => own.includes(entry))).toEqual([]);
    const { export_id } = linesOf(whole).at(-1) ?? { export_id: '' };
    expect((await other.fetch(`/v1/compliance/audit-logs/exports/${export_id}`)).status).toBe(404);
  });

  it.each([
    ['follow=true&format=csv', { follow: ['is possible in ndjson only'] }],
    ['format=xml', { format: [expect.any(String)] }],
    ['limit=5', { limit: [expect.any(String)] }],
    ['start=2026-11-02&end=2026-11-01', { end: ['must not be before start'] }],
  ])('%s is refused by its name', async (query, details) => {
    const answer = await service.fetch(`${route}?${query}`);
    expect([answer.status, await answer.json()]).toEqual([
      400,
      expect.objectContaining({ error: expect.objectContaining({ details }) }),
    ]);
  });

  it('one that follows has new entries and their checkpoint, until its reader goes away', async () => {
    const leaving = new AbortController();
    const answer = await service.fetch(`${route}?follow=true&action=detect`, { signal: leaving.signal });
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    let content = '';
    const until = async (isThere: (found: Line[]) => boolean): Promise<void> => {
      while (!isThere(linesOf(content.slice(0, content.lastIndexOf('\n') + 1))))
        content += (await reader?.read())?.value ?? '';
    };
    await until((found) => found.some(({ type }) => type === 'checkpoint'));
    const before = entriesIn(content).length;
    await service.postJson('/v1/detect', { text: 'Hello.' });
    await until((found) => found.at(-1)?.type === 'checkpoint' && entriesIn(content).length === before + 1);
    leaving.abort();
    expect(await ended(answer.headers.get('x-export-id'))).toMatchObject({
      status: 'broken',
      follow: true,
      entries: before + 1,
    });
  });

  it('the command line exports to a file, goes on where it was, and verifies what it wrote', async () => {
    const first = join(folder, 'first.ndjson');
    const options = ['--url', service.url, '--action', 'detect,translate', '--result', 'success', '--since-last'];
    const { result } = await audit<Exported>('export', ...options, '--output', first);
    expect(result).toMatchObject({ output: first, entries: entriesIn(readFileSync(first, 'utf8')).length });
    expect((await audit<Verdict>('verify', first)).result).toMatchObject({ verified: true, entries: result.entries });
    await service.postJson('/v1/translate', text);
    const second = join(folder, 'second.ndjson');
    expect((await audit<Exported>('export', ...options, '--output', second)).result).toMatchObject({ entries: 1 });
    expect(entriesIn(readFileSync(second, 'utf8'))[0]?.leaf_index).toBeGreaterThan(
      entriesIn(readFileSync(first, 'utf8')).at(-1)?.leaf_index ?? Number.POSITIVE_INFINITY,
    );
    expect((await audit<Verdict>('verify', second)).result).toMatchObject({ verified: true });
  });

  it('a workbook is recorded with its entries and the sum of its bytes, and is not followed', async () => {
    const path = '/v1/compliance/audit-logs';
    const answer = await service.fetch(`${path}/export?format=xlsx&action=audit_log_export`);
    expect(answer.headers.get('content-type')).toContain('spreadsheetml.sheet');
    const bytes = Buffer.from(await answer.arrayBuffer());
    const rows = rowsIn(bytes)['Audit log'] ?? [];
    const id = answer.headers.get('x-export-id');
    const { data } = (await (await service.fetch(`${path}/exports/${id}`)).json()) as { data: object };
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(data).toMatchObject({ status: 'completed', format: 'xlsx', entries: rows.length - 1, sha256 });
    expect((await service.fetch(`${path}/export?format=xlsx&follow=true`)).status).toBe(400);
  });

  it('a caller begins no line of an export by its agent, and gives nothing a name that hides', async () => {
    const agent = 'curl\u0085CEF:0|Transledger|Transledger|1|user_delete|user_delete user|3|suser=usr_ada\u009b2J';
    const headers = { 'user-agent': agent };
    expect((await service.postJson('/v1/detect', { text: 'Hello.' }, { headers })).status).toBe(200);
    for (const format of ['ndjson', 'csv', 'ocsf', 'cef']) {
      const content = await exported(`format=${format}&action=detect`);
      const actions = content
        .split(/[\n\u0085\u2028\u2029]/)
        .map((line) => /^CEF:0(?:\|[^|]*){3}\|([^|]*)/.exec(line)?.[1]);
      expect(new Set(actions.filter((action) => action !== undefined))).toEqual(
        new Set(format === 'cef' ? ['detect'] : []),
      );
      expect(content).not.toMatch(/[\u0080-\u009f]/);
      expect(content).toContain('u0085CEF:0|Transledger');
      if (format === 'ndjson') expect((await verify(content)).result).toMatchObject({ verified: true });
    }
    for (const name of ['a\u2028b', 'exe.\u202efdp', '\u2066x', 'a\u200bb', 'a\u200c', 'a\u0085b', '\u3164']) {
      const made = await Promise.all([
        service.postJson('/v1/api-keys', { name, scopes: ['detect'] }),
        service.postJson('/v1/glossaries', {
          name,
          source: 'en',
          target: 'es',
          entries: [{ source: 'a', target: 'b' }],
        }),
        service.postJson('/v1/compliance/holds', { resource: 'organization', reason: name }),
        service.postJson('/v1/users', { email: `a@b.example`, name, role: 'viewer' }),
        service.fetch('/v1/organization', {
          method: 'PATCH',
          body: JSON.stringify({ name }),
          headers: { 'content-type': 'application/json' },
        }),
      ]);
      const answers = await Promise.all(made.map(async (answer) => [answer.status, await answer.text()] as const));
      for (const [status, body] of answers) {
        expect([name, status]).toEqual([name, 400]);
        expect(body).toContain('zero-width');
      }
    }
    expect(
      (await service.postJson('/v1/api-keys', { name: 'می\u200cخواهم 👩\u200d💻', scopes: ['detect'] })).status,
    ).toBe(201);
  });
});
