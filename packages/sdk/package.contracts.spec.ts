import { execFile } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InstalledArchive } from '../../test/packages/installed-archive.js';
import { projectRoot } from '../../test/project-root.js';
import { inProject, requireServers } from '../../test/servers/installed.js';
import { receiptAndKey } from '../audit-proof/receipt.fixture.js';
import { HostileServer, says } from './hostile-server.fixture.js';

const tools = join(inProject('package-tools-1'), 'node_modules');
const nodes = {
  'Node 22': join(tools, 'node-22/bin/node'),
  'Node 24': process.execPath,
  'Node 26': join(tools, 'node-26/bin/node'),
};

/** Runs a tool of JavaScript and returns what it prints, also where it fails. */
const toolPrints = (file: string, args: string[], cwd: string): Promise<string> =>
  promisify(execFile)(process.execPath, [file, ...args], { cwd, env: { ...process.env, NO_COLOR: '1' } }).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }: { stdout: string; stderr: string }) => `${stdout}${stderr}`,
  );

const program = `
  const client = new Transledger({ baseUrl: process.env.TRANSLEDGER_URL, apiKey: process.env.TRANSLEDGER_API_KEY });
  const parsed = parseVerifierKey(process.env.LOG_KEY);
  const headers = webhookHeaders('{"event":"webhook.test"}', 'secret');
  const { event } = verifyWebhook('{"event":"webhook.test"}', headers, 'secret');
  client.translate({ text: 'house', target: 'es' }).then(async ({ translation }) => {
    const { verified } = await verifyReceipt(process.env.RECEIPT, parsed);
    console.log([translation, event, verified.entryId].join(' '));
  });`;
const esm = `
  import { Transledger, verifyWebhook, webhookHeaders } from '@transledger/sdk';
  import { parseVerifierKey, verifyReceipt } from '@transledger/sdk/verify';${program}`;
const cjs = `
  const { Transledger, verifyWebhook, webhookHeaders } = require('@transledger/sdk');
  const { parseVerifierKey, verifyReceipt } = require('@transledger/sdk/verify');${program}`;

let packed: InstalledArchive;
let server: HostileServer;
let env: Record<string, string>;
beforeAll(async () => {
  requireServers(['package-tools']);
  packed = await InstalledArchive.of('sdk');
  server = await HostileServer.start();
  server.willAnswer(says({ translation: 'casa' }));
  const { receipt, key } = await receiptAndKey();
  env = {
    ...{ TRANSLEDGER_URL: server.url, TRANSLEDGER_API_KEY: 'tl_live_x' },
    ...{ LOG_KEY: key, RECEIPT: JSON.stringify(receipt) },
  };
});
afterAll(() => {
  server?.stop();
  packed?.remove();
});

const home = () => join(packed.folder, 'node_modules/@transledger/sdk');

describe('the archive', () => {
  it('has code, types, licences and README, and none of the sources and specs', () => {
    for (const file of ['LICENSE', 'README.md', 'THIRD-PARTY-LICENCES', 'dist/index.js', 'dist/verify.cjs'])
      expect(packed.files).toContain(file);
    expect(packed.files.filter((file) => /spec|fixture|(?<!\.d)\.[cm]?ts$/.test(file))).toEqual([]);
  });

  it('is what publint and attw take for right', async () => {
    expect(await toolPrints(join(tools, 'publint/src/cli.js'), ['--strict', '.'], home())).toContain('All good!');
    const options = [packed.archive, '--profile', 'node16', '--format', 'json'];
    const attw = await toolPrints(join(tools, '@arethetypeswrong/cli/dist/index.js'), options, packed.folder);
    const { analysis } = JSON.parse(attw) as { analysis: { problems: { kind: string; resolutionKind?: string }[] } };
    expect(analysis.problems.filter(({ resolutionKind }) => resolutionKind !== 'node10')).toEqual([]);
  });

  it('is installed where the registry has nothing, which is not even asked', async () =>
    expect(await packed.installFromNothing()).toEqual([]));

  it.each(Object.entries(nodes))('runs on %s, as ES module and as CommonJS', async (name, node) => {
    const expected = 'casa webhook.test aud_00000000000037777777777777';
    expect((await packed.run('version.cjs', 'console.log(process.version)', {}, node)).slice(1, 3)).toBe(
      name.slice(-2),
    );
    expect(await packed.run('main.mjs', esm, env, node)).toBe(expected);
    expect(await packed.run('main.cjs', cjs, env, node)).toBe(expected);
  });
});

describe('in a browser', () => {
  const bundled = async (code: string): Promise<string> => {
    const entry = join(packed.folder, 'entry.js');
    writeFileSync(entry, code);
    const bundle = await rolldown({ input: entry, platform: 'browser' });
    const { output } = await bundle.generate({ minify: true });
    expect(output).toHaveLength(1);
    return output[0].code;
  };
  const sizeOf = async (code: string): Promise<number> => gzipSync(await bundled(code)).length;

  it('all of the client is at most 14 KB, minified and compressed, and its parts less', async () => {
    expect(await sizeOf(`export * from '@transledger/sdk';`)).toBeLessThanOrEqual(14 * 1024);
    expect(await sizeOf(`export { verifyWebhook } from '@transledger/sdk';`)).toBeLessThanOrEqual(5 * 1024);
    expect(await sizeOf(`export { TransledgerError } from '@transledger/sdk';`)).toBeLessThanOrEqual(1024);
  });

  it('it translates and verifies with no module of Node, on a page without https', async () => {
    const code = await bundled(`${esm.replaceAll('process.env', 'env').replace('console.log(', 'told(')}`);
    expect(code).not.toMatch(/\bfrom\s*["']|\brequire\(/);
    const page = `
      const { createContext, runInContext } = require('node:vm');
      const { getRandomValues } = globalThis.crypto;
      const shared = { TextEncoder, TextDecoder, atob, btoa, URL, URLSearchParams, Headers, AbortController, ReadableStream, Response };
      const env = JSON.parse(process.env.PAGE);
      const context = createContext({ ...shared, fetch, setTimeout, clearTimeout, performance, env, told: console.log,
        crypto: { getRandomValues: getRandomValues.bind(globalThis.crypto) } });
      runInContext(${JSON.stringify(code)}, context);`;
    const told = await packed.run('page.cjs', page, { PAGE: JSON.stringify(env) });
    expect(told).toBe('casa webhook.test aud_00000000000037777777777777');
  });
});

describe('types', () => {
  const errorsOf = async (compiler: string, file: string, source: string, options: string[]): Promise<string> => {
    writeFileSync(join(packed.folder, file), source);
    const strict = ['--noEmit', '--strict', '--target', 'es2022', '--pretty', 'false'];
    return toolPrints(compiler, [...strict, ...options, file], packed.folder);
  };
  const use = (target: string) => `
    import { Transledger, type Document, type Job } from '@transledger/sdk';
    import { parseVerifierKey } from '@transledger/sdk/verify';
    const client = new Transledger({ baseUrl: 'http://localhost', apiKey: 'x' });
    export const translation: Promise<string> = client.translate({ text: 'house', target: ${target} }).then((answer) => answer.translation);
    export const job: Promise<Job<Document>> = client.documents.translate(new Blob(['x']), { target: 'es' });
    export const key = parseVerifierKey('x');
    export const ids = async (): Promise<string[]> => (await client.auditLogs.list({ action: ['translate'] }).first(3)).map(({ id }) => id);`;
  const oldest = join(tools, 'typescript-oldest/lib/tsc.js');
  const newest = join(projectRoot, 'node_modules/typescript/lib/tsc.js');
  const browser = ['--lib', 'es2022,dom,dom.iterable', '--module', 'esnext', '--moduleResolution', 'bundler'];

  it.each([
    ['the oldest, 5.2, for a browser', oldest, 'main.ts', browser],
    ['the oldest, 5.2, from CommonJS', oldest, 'main.cts', ['--module', 'node16', '--lib', 'es2022,dom,dom.iterable']],
    [
      'the newest, for Node',
      newest,
      'main.mts',
      ['--module', 'nodenext', '--lib', 'es2023', '--types', 'node', '--skipLibCheck'],
    ],
  ])('are taken by TypeScript, %s, and refuse what is wrong', async (_which, compiler, file, options) => {
    if (options.includes('--types'))
      symlinkSync(join(projectRoot, 'node_modules/@types'), join(packed.folder, 'node_modules/@types'));
    expect(await errorsOf(compiler, file, use(`'es'`), options)).toBe('');
    expect(await errorsOf(compiler, file, use('12'), options)).toMatch(/error TS2322/);
  });

  it('are those that were announced: a change of `public-api.txt` is one of the interface, and stands in the changelog', async () => {
    const printer = ts.createPrinter({ removeComments: true });
    const declarations = packed.files
      .filter((file) => /^dist\/types\/sdk\/(?!attempt)[a-z-]+\.d\.ts$/.test(file))
      .sort();
    const texts = declarations.map((file) => {
      const source = ts.createSourceFile(file, readFileSync(join(home(), file), 'utf8'), ts.ScriptTarget.Latest);
      return `// ${file.slice('dist/types/sdk/'.length)}\n${printer.printFile(source)}`;
    });
    const shown = texts.join('\n').replace(/^ +(?:private|protected) .*\n/gm, '');
    await expect(shown).toMatchFileSnapshot('public-api.txt');
  });
});
