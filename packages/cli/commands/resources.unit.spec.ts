import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Answering, fileAnswer, jsonLinesOf, LocalService, RunFolder } from '../run.fixture.js';

let folder: RunFolder;
let service: LocalService;
beforeEach(() => {
  folder = new RunFolder();
});
afterEach(() => {
  service.stop();
  folder.remove();
});

const run = async (args: readonly string[], answering: Answering, isTerminal = false) => {
  service = await LocalService.start(answering);
  return folder.run(args, { service, isTerminal });
};
const pagination = { total: 1, limit: 1, offset: 0, has_more: false, next_cursor: null };
const document = {
  id: 'doc_1',
  filename: 'a.txt',
  status: 'completed',
  progress: 100,
  source_language: 'en',
  target_language: 'es',
};

describe('documents', () => {
  it('they are listed by the filters, a line each', async () => {
    const args = ['documents', 'list', '--status', 'completed', '--target', 'es', '--limit', '2'];
    const { stdout } = await run(args, () => ({ documents: [document], pagination }));
    expect(jsonLinesOf(stdout)).toEqual([document]);
    expect(Object.fromEntries(service.got[0]?.query ?? [])).toEqual({ status: 'completed', target: 'es', limit: '2' });
  });

  it('a file goes where it is told, whatever the service calls it', async () => {
    const out = join(folder.path, 'mine.txt');
    const answer = () => fileAnswer('Hola', { 'content-disposition': 'attachment; filename="/etc/evil"' });
    expect((await run(['documents', 'download', 'doc_1', '--out', out, '--as', 'txt'], answer)).code).toBe(0);
    expect(readFileSync(out, 'utf8')).toBe('Hola');
    expect(service.got[0]?.query.get('format')).toBe('txt');
  });

  it('standard output gets the bytes, but a terminal only what it can show', async () => {
    expect((await run(['documents', 'download', 'doc_1'], () => fileAnswer('a\u001bb'))).stdout).toBe('a\u001bb');
    service.stop();
    expect((await run(['documents', 'download', 'doc_1'], () => fileAnswer('a\u001bb'), true)).stdout).toBe('ab');
    service.stop();
    const binary = () => fileAnswer('PK', { 'content-type': 'application/zip' });
    expect(await run(['documents', 'download', 'doc_1'], binary, true)).toMatchObject({ code: 6, stdout: '' });
  });

  it('a wait ends as the translation does', async () => {
    const failed = {
      ...document,
      status: 'failed',
      progress: 3,
      error: { code: 'processing_failed', message: 'It failed.' },
    };
    expect((await run(['documents', 'wait', 'doc_1'], () => document)).code).toBe(0);
    service.stop();
    expect((await run(['documents', 'wait', 'doc_1'], () => failed)).code).toBe(1);
  });

  it('the report says what was left as it was', async () => {
    const segments = { found: 3, translated: 2, repeated: 0, repaired: 0, overflowed: 0, skipped: 1 };
    const skipped = [{ part: 'document', reason: 'The text is hidden.', count: 1 }];
    const { stdout } = await run(['documents', 'report', 'doc_1', '--plain'], () => ({
      segments,
      skipped,
      warnings: [],
    }));
    expect(stdout).toMatch(/^2 of 3 segments[\s\S]*1 left as they were: The text is hidden\.\n$/);
  });
});

describe('glossaries', () => {
  const glossary = {
    id: 'glo_1',
    name: 'terms',
    source_language: 'en',
    target_language: 'es',
    version: 1,
    entry_count: 1,
  };

  it('a file becomes one, or replaces the entries of one', async () => {
    const file = join(folder.path, 'terms.tsv');
    writeFileSync(file, 'house\tcasa\n');
    const create = ['glossaries', 'import', file, '--name', 'terms', '--source', 'en', '--target', 'es'];
    expect(jsonLinesOf((await run(create, () => glossary)).stdout)).toMatchObject([{ id: 'glo_1' }]);
    expect(service.got[0]?.body.toString()).toMatch(/filename="terms\.tsv"[\s\S]*house\tcasa/);
    service.stop();
    await run(['glossaries', 'import', file, '--into', 'glo_1'], () => glossary);
    expect(service.got[0]).toMatchObject({ method: 'PUT', path: '/v1/glossaries/glo_1/entries' });
  });

  it('a file of another kind, or a new one without languages, is wrong usage', async () => {
    const file = join(folder.path, 'terms.txt');
    writeFileSync(file, 'x');
    expect((await run(['glossaries', 'import', file, '--into', 'glo_1'], () => glossary)).code).toBe(6);
    service.stop();
    expect((await run(['glossaries', 'import', 'terms.csv', '--name', 'x'], () => glossary)).code).toBe(6);
  });

  it.each(['csv', 'tsv', 'tbx'])('one is exported as %s', async (format) => {
    const { stdout } = await run(['glossaries', 'export', 'glo_1', '--format', format], () =>
      fileAnswer('house,casa\n'),
    );
    expect([stdout, service.got[0]?.query.get('format')]).toEqual(['house,casa\n', format]);
  });
});

describe('reports and holds', () => {
  const report = {
    id: 'rep_1',
    type: 'audit',
    format: 'pdf',
    status: 'completed',
    progress: 100,
    period: { start: 'a', end: 'b' },
  };

  it('a report is ordered, waited for, and received', async () => {
    const out = join(folder.path, 'audit.pdf');
    const args = ['reports', 'create', 'audit', '--start', '2026-11-01', '--end', '2026-11-30', '--out', out];
    const { code } = await run(args, ({ path }) => (path.endsWith('/download') ? fileAnswer('%PDF') : report));
    expect([code, readFileSync(out, 'utf8')]).toEqual([0, '%PDF']);
    expect(JSON.parse(service.got[0]?.body.toString() ?? '')).toEqual({
      ...{ type: 'audit', format: 'pdf', period: { start: '2026-11-01', end: '2026-11-30' } },
    });
  });

  it('a report of a kind that there is not is wrong usage', async () => {
    expect((await run(['reports', 'create', 'x', '--start', 'a', '--end', 'b'], () => report)).code).toBe(6);
  });

  it.each([
    [['--document', 'doc_1'], { resource: 'document', resource_id: 'doc_1' }],
    [['--api-key', 'key_1'], { resource: 'api_key', resource_id: 'key_1' }],
    [['--user', 'usr_1'], { subject: { type: 'user', id: 'usr_1' } }],
    [['--address', '203.0.113.9'], { subject: { type: 'ip_address', id: '203.0.113.9' } }],
    [['--start', '2026-11-01', '--end', '2026-12-01'], { period: { start: '2026-11-01', end: '2026-12-01' } }],
  ])('a hold of %j is placed', async (options, body) => {
    const hold = { id: 'hold_1', resource: null, resource_id: null, subject: null, period: null, reason: 'Case 7' };
    expect((await run(['holds', 'place', '--reason', 'Case 7', ...options], () => hold)).code).toBe(0);
    expect(JSON.parse(service.got[0]?.body.toString() ?? '')).toEqual({ reason: 'Case 7', ...body });
  });
});
