import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileAnswer, type GotRequest, jsonLinesOf, LocalService, RunFolder, refusal } from '../run.fixture.js';
import { processMark } from './process-lock.js';

/** Documents of a service that translates to capital letters. */
class Documents {
  readonly texts = new Map<string, string>();
  /** Idempotency keys, by which an upload is made once. */
  readonly keys = new Map<string, string>();
  /** Answers in the place of the usual ones. */
  answering: (request: GotRequest) => object | undefined = () => undefined;

  answer(request: GotRequest): object | undefined {
    const { method, path, headers, body } = request;
    const own = this.answering(request);
    if (own !== undefined) return own;
    if (path === '/v1/formats') return { formats: [{ available: true, extensions: ['txt', 'md'] }] };
    if (path === '/v1/usage') return { characters: { used: 7, limit: 100 }, storage: { used: 1, limit: null } };
    if (method === 'POST') {
      const key = String(headers['idempotency-key']);
      const id = this.keys.get(key) ?? `doc_${this.texts.size + 1}`;
      this.keys.set(key, id);
      this.texts.set(id, /\r\n\r\n(text .*)\r\n/.exec(body.toString())?.[1] ?? '');
      return { id, status: 'processing', progress: 0, target_language: 'es' };
    }
    const [, id = '', file] = /^\/v1\/documents\/(doc_\d+)(\/download)?$/.exec(path) ?? [];
    const text = this.texts.get(id);
    if (text === undefined) return refusal(404, 'document_not_found');
    if (file === undefined) return { id, status: 'completed', progress: 100, target_language: 'es' };
    return fileAnswer(text.toUpperCase(), { 'content-disposition': 'attachment; filename="../../evil.txt"' });
  }

  get uploads(): number {
    return this.texts.size;
  }
}

let folder: RunFolder;
let service: LocalService;
let documents: Documents;
let source: string;
beforeEach(async () => {
  folder = new RunFolder();
  documents = new Documents();
  service = await LocalService.start((request) => documents.answer(request));
  source = join(folder.path, 'in');
  mkdirSync(join(source, 'sub'), { recursive: true });
  for (const [name, text] of [
    ['a.txt', 'text one'],
    ['b.txt', 'text two'],
    ['sub/c.md', 'text three'],
  ] as const)
    writeFileSync(join(source, name), text);
});
afterEach(() => {
  service.stop();
  folder.remove();
});

const out = (name: string): string => join(folder.path, 'in.es', name);
const translate = (...more: string[]) => folder.run(['translate', source, '--target', 'es', ...more], { service });
const statuses = (stdout: string): unknown[] =>
  jsonLinesOf(stdout)
    .map(({ file, status }) => `${file} ${status}`)
    .sort();

describe('a folder that is translated', () => {
  it('every file has its translation in a folder beside it, under our own name', async () => {
    const { code, stdout, stderr } = await translate();
    expect([code, stderr]).toEqual([0, '3 translated\n']);
    expect(statuses(stdout)).toEqual(['a.txt translated', 'b.txt translated', 'sub/c.md translated']);
    expect(readFileSync(out('sub/c.es.md'), 'utf8')).toBe('TEXT THREE');
    expect([existsSync(join(folder.path, 'evil.txt')), existsSync(out('evil.txt'))]).toEqual([false, false]);
  });

  it('what is done is left alone, and what has changed or is gone is done again', async () => {
    await translate();
    expect(statuses((await translate()).stdout)).toEqual(['a.txt unchanged', 'b.txt unchanged', 'sub/c.md unchanged']);
    expect(documents.uploads).toBe(3);
    writeFileSync(join(source, 'a.txt'), 'text other');
    writeFileSync(out('b.es.txt'), 'short');
    expect(statuses((await translate()).stdout)).toEqual([
      'a.txt translated',
      'b.txt translated',
      'sub/c.md unchanged',
    ]);
    // The translation that was lost is received again, not made again.
    expect(documents.uploads).toBe(4);
    expect(readFileSync(out('b.es.txt'), 'utf8')).toBe('TEXT TWO');
  });

  it('other options are another translation', async () => {
    await translate();
    await translate('--quality', 'fast');
    expect(documents.uploads).toBe(6);
  });

  it('a run that was cut off at any step uploads nothing twice', async () => {
    await translate();
    const whole = readFileSync(out('.transledger-state.jsonl'), 'utf8');
    const { size } = documents.keys;
    for (const cut of ['begun', 'uploaded'] as const) {
      const lines = jsonLinesOf(whole).map(({ document_id, bytes: _, ...state }) =>
        JSON.stringify({ ...state, step: cut, ...(cut === 'uploaded' && { document_id }) }),
      );
      writeFileSync(out('.transledger-state.jsonl'), `${lines.join('\n')}\n{"file":"a.txt","sha2`);
      expect(statuses((await translate()).stdout)).toEqual([
        'a.txt translated',
        'b.txt translated',
        'sub/c.md translated',
      ]);
      expect(documents.keys.size).toBe(size);
    }
  });

  it('a document that is there no more is uploaded anew', async () => {
    await translate();
    const lines = jsonLinesOf(readFileSync(out('.transledger-state.jsonl'), 'utf8'));
    writeFileSync(
      out('.transledger-state.jsonl'),
      lines.map((state) => JSON.stringify({ ...state, step: 'uploaded' })).join('\n'),
    );
    documents.texts.clear();
    expect((await translate()).code).toBe(0);
    expect(documents.texts.size).toBe(3);
  });

  it('links, hidden files and what no format reads are left out', async () => {
    symlinkSync('/etc/hostname', join(source, 'link.txt'));
    writeFileSync(join(source, '.hidden.txt'), 'text hidden');
    writeFileSync(join(source, 'd.bin'), 'text');
    expect(statuses((await translate()).stdout)).toEqual([
      'a.txt translated',
      'b.txt translated',
      'd.bin unsupported',
      'sub/c.md translated',
    ]);
  });

  it('a run of some failures says which, and ends as partly done', async () => {
    documents.answering = ({ method, body }) =>
      method === 'POST' && body.includes('text two') ? refusal(422, 'invalid_file_format') : undefined;
    const { code, stdout } = await translate();
    expect(code).toBe(12);
    expect(jsonLinesOf(stdout).find(({ file }) => file === 'b.txt')).toMatchObject({
      status: 'failed',
      error: { code: 'invalid_file_format', exit_code: 6, request_id: 'req_1' },
    });
  });

  it('a quota that is used up ends the run, and the next one does the rest', async () => {
    let isFull = true;
    documents.answering = ({ method }) =>
      method === 'POST' && isFull && documents.uploads > 0 ? refusal(429, 'quota_exceeded') : undefined;
    const { code, stdout } = await translate('--concurrency', '1');
    expect(code).toBe(4);
    expect(statuses(stdout)).toEqual(['a.txt translated', 'b.txt failed', 'sub/c.md skipped']);
    isFull = false;
    expect(statuses((await translate()).stdout)).toEqual([
      'a.txt unchanged',
      'b.txt translated',
      'sub/c.md translated',
    ]);
  });

  it('a failed document is uploaded anew by the next run', async () => {
    let isBroken = true;
    documents.answering = ({ path }) =>
      isBroken && path === '/v1/documents/doc_1'
        ? { id: 'doc_1', status: 'failed', progress: 10, error: { code: 'processing_failed', message: 'It failed.' } }
        : undefined;
    expect((await translate('--concurrency', '1')).code).toBe(12);
    isBroken = false;
    expect(statuses((await translate()).stdout)).toEqual(['a.txt translated', 'b.txt unchanged', 'sub/c.md unchanged']);
    expect(documents.uploads).toBe(4);
  });

  it('a dry run uploads nothing, and says what there is to do and what is left', async () => {
    await translate();
    writeFileSync(join(source, 'new.txt'), 'text new');
    const { code, stdout } = await translate('--dry-run');
    expect(code).toBe(0);
    expect(jsonLinesOf(stdout).at(-1)).toMatchObject({
      ...{ dry_run: true, new: 1, begun: 0, unchanged: 3, unsupported: 0, bytes: 8 },
      quota: { characters: { used: 7, limit: 100 } },
    });
    expect(documents.uploads).toBe(3);
  });

  it('two runs to the same place do not work at once', async () => {
    mkdirSync(join(folder.path, 'in.es'));
    writeFileSync(out('.transledger-state.jsonl.lock'), processMark());
    const { code, stderr } = await translate();
    expect([code, stderr]).toEqual([6, expect.stringContaining('Another run')]);
    writeFileSync(out('.transledger-state.jsonl.lock'), 'no process');
    expect((await translate()).code).toBe(0);
    expect(existsSync(out('.transledger-state.jsonl.lock'))).toBe(false);
  });

  it('an interruption ends it with what was done', async () => {
    const end = new AbortController();
    documents.answering = ({ path }) => {
      if (path === '/v1/documents/doc_2/download') end.abort(new Error('Interrupted by SIGINT.'));
      return undefined;
    };
    const args = ['translate', source, '--target', 'es', '--concurrency', '1'];
    const { code, stdout, stderr } = await folder.run(args, { service, signal: end.signal });
    expect([code, stderr]).toEqual([130, expect.stringContaining('goes on where it stopped')]);
    expect(statuses(stdout)).toEqual(['a.txt translated']);
    expect(statuses((await translate()).stdout)).toEqual([
      'a.txt unchanged',
      'b.txt translated',
      'sub/c.md translated',
    ]);
    expect(documents.uploads).toBe(3);
  });
});

describe('one file, and a text', () => {
  it('a file is translated beside itself, or to a folder', async () => {
    const file = join(source, 'a.txt');
    const run = (...more: string[]) => folder.run(['translate', file, '--target', 'es', ...more], { service });
    expect((await run()).code).toBe(0);
    expect(readFileSync(join(source, 'a.es.txt'), 'utf8')).toBe('TEXT ONE');
    await run('--out', join(folder.path, 'elsewhere'));
    expect(readFileSync(join(folder.path, 'elsewhere/a.es.txt'), 'utf8')).toBe('TEXT ONE');
    expect(documents.uploads).toBe(1);
  });

  it('a file that no format reads is wrong input', async () => {
    const file = join(source, 'd.bin');
    writeFileSync(file, 'text');
    const { code, stdout } = await folder.run(['translate', file, '--target', 'es'], { service });
    expect([code, statuses(stdout)]).toEqual([6, [`${file} unsupported`]]);
  });

  it('anything else is a text, and so is standard input', async () => {
    documents.answering = ({ body }) => ({ translation: JSON.parse(body.toString()).text.toUpperCase() });
    const given = await folder.run(['translate', 'no such file', '--target', 'es', '--plain'], { service });
    expect(given.stdout).toBe('NO SUCH FILE\n');
    const piped = await folder.run(['translate', '--target', 'es'], { service, stdin: 'two\nlines\n' });
    expect(jsonLinesOf(piped.stdout)).toMatchObject([{ translation: 'TWO\nLINES' }]);
  });
});
