import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '#test/project-root.js';
import { ClientProgram, jsonLinesOf } from './client-program.js';
import { processTree } from './end-service.js';
import { eventually } from './eventually.js';
import type { RunningService } from './running-service.js';
import { sharedService, withLoad } from './shared-service.js';
import { signalAll, untilGone } from './signals.js';

const samples = [
  ...['docx/samples/libreoffice.docx', 'docx/samples/runs.docx', 'odt/samples/libreoffice.odt', 'odt/samples/runs.odt'],
  ...[
    'html/samples/article.html',
    'html/samples/windows-1252.html',
    'markdown/samples/page.md',
    'json/samples/locale.json',
  ],
  ...['csv/samples/products-crlf.csv', 'pptx/samples/town.pptx', 'ods/samples/cells.ods', 'plain-xml/samples/feed.xml'],
];
const texts = 18;
const files = samples.length + texts;

let service: RunningService;
let client: ClientProgram;
let source: string;
beforeAll(async () => {
  [service, client] = await Promise.all([sharedService(withLoad), ClientProgram.install()]);
  source = join(client.folder, 'in');
  mkdirSync(join(source, 'office'), { recursive: true });
  for (const sample of samples)
    copyFileSync(
      join(projectRoot, 'libs/documents/formats', sample),
      join(source, 'office', `${sample.split('/')[0]}-${basename(sample)}`),
    );
  for (let at = 0; at < texts; at += 1)
    writeFileSync(join(source, `letter-${at}.txt`), `The house number ${at} is big.\n`);
});
afterAll(() => client.remove());

const translations = (): string[] =>
  readdirSync(join(client.folder, 'in.es'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.es\.\w+$/.test(name),
  );
const documents = async (): Promise<number> =>
  jsonLinesOf((await client.run(service, 'documents', 'list', '--limit', '100')).stdout).length;

describe('the packed command line with a running service', () => {
  // macOS has a `script` with other options.
  it.runIf(process.platform === 'linux')(
    'a folder of 30 mixed files is translated with a bar, killed in the middle, and again with only the rest to do',
    async () => {
      const args = ['translate', source, '--source', 'en', '--target', 'es', '--concurrency', '2'];
      const first = client.atTerminal(service, ...args);
      await eventually(
        async () => first.shown().split('✓').length,
        (done) => done > files / 3,
      );
      const killed = processTree(first.pid);
      signalAll(killed, 'SIGKILL');
      await untilGone(killed);
      expect(first.shown()).toMatch(/\[#+-+\] +\d+ % {2}\d+ of 30 files/);
      const done = translations().length;
      expect(done).toBeLessThan(files);
      const second = await client.run(service, ...args);
      const outcomes = jsonLinesOf(second.stdout);
      expect([second.code, outcomes.length]).toEqual([0, files]);
      expect(outcomes.filter(({ status }) => status === 'unchanged').length).toBeGreaterThanOrEqual(done - 2);
      expect(translations()).toHaveLength(files);
      expect(await documents()).toBe(files);
      expect(readFileSync(join(client.folder, 'in.es/letter-3.es.txt'), 'utf8')).toBe('The house number 3 is big.\n');
      const third = await client.run(service, ...args);
      expect(jsonLinesOf(third.stdout).every(({ status }) => status === 'unchanged')).toBe(true);
      expect(await documents()).toBe(files);
    },
  );

  it('an auditor verifies an export and a receipt with the program alone, and finds what was changed', async () => {
    await client.run(service, 'translate', 'A text.', '--source', 'en', '--target', 'es');
    const exported = await client.run(service, 'audit', 'export', '--out', 'audit.ndjson');
    expect([exported.code, exported.stderr]).toEqual([0, expect.stringContaining('✓ exp_')]);
    const [entry] = jsonLinesOf(
      (await client.run(service, 'audit', 'list', '--limit', '1', '--action', 'translate')).stdout,
    );
    await eventually(
      () => client.run(service, 'audit', 'receipt', String(entry?.id), '--out', 'receipt.json'),
      ({ code }) => code === 0,
    );
    const { data } = (await (await service.fetch('/v1/compliance/audit-logs/keys')).json()) as {
      data: { keys: { verifier_key: string }[] };
    };
    const key = data.keys.at(-1)?.verifier_key ?? '';
    const auditor = await ClientProgram.install();
    try {
      for (const name of ['audit.ndjson', 'receipt.json'])
        copyFileSync(join(client.folder, name), join(auditor.folder, name));
      const content = readFileSync(join(auditor.folder, 'audit.ndjson'), 'utf8');
      writeFileSync(
        join(auditor.folder, 'changed.ndjson'),
        content.replace('"result":"success"', '"result":"failure"'),
      );
      writeFileSync(join(auditor.folder, 'cut.ndjson'), content.slice(0, content.length / 2));
      for (const [name, exit] of [
        ['audit.ndjson', 0],
        ['receipt.json', 0],
        ['changed.ndjson', 20],
        ['cut.ndjson', 20],
      ] as const)
        expect([name, (await auditor.run(undefined, 'audit', 'verify', name, '--key', key)).code]).toEqual([
          name,
          exit,
        ]);
      expect(existsSync(join(auditor.folder, 'state'))).toBe(false);
    } finally {
      auditor.remove();
    }
  });

  it('a witness follows the log, and the tail shows what is done', async () => {
    const tail = client.start(service, 'audit', 'tail', '--action', 'detect');
    expect((await client.run(service, 'audit', 'witness', 'witness.json')).code).toBe(0);
    await client.run(service, 'detect', 'The house is big.');
    await eventually(
      async () => jsonLinesOf(tail.stdout()),
      (entries) => entries.some(({ action }) => action === 'detect'),
    );
    tail.process.kill('SIGINT');
    expect(await tail.ended).toBe(130);
    const again = await client.run(service, 'audit', 'witness', 'witness.json');
    expect([again.code, jsonLinesOf(again.stdout)]).toMatchObject([0, [{ consistent: true, new_key: null }]]);
  });

  it('glossaries, reports and holds go the whole way', async () => {
    writeFileSync(join(client.folder, 'terms.csv'), 'house,hogar\n');
    const fields = ['--name', 'terms', '--source', 'en', '--target', 'es'];
    const [glossary] = jsonLinesOf((await client.run(service, 'glossaries', 'import', 'terms.csv', ...fields)).stdout);
    const exported = await client.run(service, 'glossaries', 'export', String(glossary?.id), '--format', 'tbx');
    expect(exported.stdout).toContain('hogar');
    const [year] = new Date().toISOString().split('-');
    const period = ['--start', `${year}-01-01`, '--end', `${year}-12-31`];
    const report = await client.run(
      service,
      'reports',
      'create',
      'usage',
      ...period,
      '--format',
      'csv',
      '--out',
      'usage.csv',
    );
    expect([report.code, readFileSync(join(client.folder, 'usage.csv'), 'utf8')]).toEqual([
      0,
      expect.stringMatching(/^section,kind/),
    ]);
    const hold = ['--glossary', String(glossary?.id), '--reason', 'Case 7'];
    const [placed] = jsonLinesOf((await client.run(service, 'holds', 'place', ...hold)).stdout);
    expect((await client.run(service, 'glossaries', 'delete', String(glossary?.id))).code).toBe(6);
    expect((await client.run(service, 'holds', 'lift', String(placed?.id))).code).toBe(0);
    expect((await client.run(service, 'glossaries', 'delete', String(glossary?.id))).code).toBe(0);
  });
});
