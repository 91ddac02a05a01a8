import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { CatalogueModel } from './catalogue.js';
import { checkModel } from './check-model.js';
import { type InstallOptions, installModel } from './install-model.js';
import { type ModelSource, openSource } from './model-source.js';
import {
  type Answering,
  type PackedModel,
  packedModel,
  type SourceServer,
  serveSource,
  sha256Of,
} from './models.fixture.js';
import { faultsOf, installedModels, modelHash, readManifest } from './models-folder.js';

const { signal } = new AbortController();
const id = 'marian-en-de-tiny';
const modelPath = 'models/tiny/ende/model.ende.intgemm.alphas.bin.gz';
const lexPath = 'models/tiny/ende/lex.50.50.ende.s2t.bin.gz';

let folder: string;
let packed: PackedModel;
let server: SourceServer;
let model: CatalogueModel;
let source: ModelSource;

const serve = async (given: PackedModel): Promise<void> => {
  packed = given;
  server = await serveSource(packed);
  source = await openSource(server.url, signal);
  const [first] = source.catalogue?.models ?? [];
  if (first === undefined) throw new Error('the source has no model');
  model = first;
  server.asked.length = 0;
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transledger-models-'));
  await serve(await packedModel());
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const quick = { connect: 2_000, headers: 300, idle: 300 };
const install = (options: Partial<InstallOptions> = {}) =>
  installModel(model, {
    ...{ folder, source, check: checkModel, signal, reserveBytes: 0, onWait: () => undefined },
    ...{ times: quick, retryDelayMs: 1 },
    ...options,
  });

/** Files that are left beside installed models. */
const left = async (): Promise<string[]> =>
  (await readdir(folder, { recursive: true })).filter((name) => /^\.work.*\./.test(name));
const installed = async () => (await installedModels(folder)).models.map(({ modelId }) => modelId);

/** Gives the first bytes of the file and breaks the connection off. */
const breakAfter =
  (bytes: number): Answering =>
  (request, response, file = Buffer.alloc(0)) => {
    const from = Number(/\d+/.exec(request.headers.range ?? '0')?.[0]);
    const head = from === 0 ? {} : { 'content-range': `bytes ${from}-${file.length - 1}/${file.length}` };
    response.writeHead(from === 0 ? 200 : 206, { 'content-length': file.length - from, ...head });
    response.write(file.subarray(from, from + bytes), () => setTimeout(() => response.destroy(), 50));
  };

const body =
  (bytes: Buffer | string, headers: Record<string, string | number> = {}): Answering =>
  (_request, response) => {
    response.writeHead(200, headers).end(bytes);
  };

const status =
  (code: number, headers: Record<string, string> = {}): Answering =>
  (_request, response) => {
    response.writeHead(code, headers).end();
  };

it('a model is fetched, checked, unpacked, loaded and put in its place with what it is', async () => {
  const steps: string[] = [];
  const progress: [number, number][] = [];
  const { manifest, sample } = await install({
    onStep: (step) => steps.push(step),
    onProgress: (done, total) => progress.push([done, total]),
  });
  expect(steps).toEqual(['fetched', 'unpacked', 'described', 'checked', 'installed']);
  expect(sample?.source).toBe('Good morning.');
  expect(sample?.target).toMatch(/\S/);
  const total = Object.values(model.files).reduce((sum, { size }) => sum + size, 0);
  expect(progress.at(-1)).toEqual([total, total]);
  const files = {
    'lex.50.50.ende.s2t.bin': sha256Of(await readFile('packages/marian/samples/lex.bin')),
    'model.ende.intgemm.alphas.bin': sha256Of(await readFile('packages/marian/samples/model.bin')),
    'vocab.ende.spm': sha256Of(await readFile('packages/marian/samples/vocab.spm')),
  };
  expect(manifest).toMatchObject({
    modelSha256: sha256Of(Buffer.from(JSON.stringify(files))),
    modelId: id,
    name: 'en-de tiny 9.0',
    sourceLanguages: ['en'],
    targetLanguages: ['de'],
    files,
    licence: 'MPL-2.0',
    source: `${server.url}/models/tiny/ende`,
    qualities: ['fast'],
    parts: {
      model: 'model.ende.intgemm.alphas.bin',
      vocabularies: ['vocab.ende.spm'],
      shortlist: 'lex.50.50.ende.s2t.bin',
    },
  });
  expect(await readManifest(folder, id)).toEqual(manifest);
  expect(await faultsOf(folder, manifest)).toEqual([]);
  expect(await left()).toEqual([]);
});

it('what is installed is not fetched again', async () => {
  const { manifest } = await install();
  server.asked.length = 0;
  expect(await install()).toEqual({ manifest, sample: undefined });
  expect(server.asked).toEqual([]);
});

it('another model of the same name takes the place of the first', async () => {
  const { manifest } = await install();
  await server.close();
  await serve(
    await packedModel((entry) => {
      entry.model = undefined;
    }),
  );
  // The same model, packed in another way: another one to the catalogue.
  const repacked = gzipSync(await readFile('packages/marian/samples/model.bin'), { level: 1 });
  packed.files.set(modelPath, repacked);
  const files = {
    ...model.files,
    'model.ende.intgemm.alphas.bin.gz': { size: repacked.length, sha256: sha256Of(repacked) },
  };
  model = { ...model, files };
  const second = await install();
  expect(second.sample).toBeDefined();
  expect(second.manifest.packed).not.toEqual(manifest.packed);
  expect(second.manifest.modelSha256).toBe(manifest.modelSha256);
  expect(await readManifest(folder, id)).toEqual(second.manifest);
  expect(await readdir(join(folder, '.replaced'))).toEqual([]);
});

it('a download that breaks off goes on where it was', async () => {
  server.answer(modelPath, breakAfter(100_000), breakAfter(50_000));
  await install();
  const ranges = server.asked.filter((path) => path.startsWith(modelPath));
  expect(ranges[0]).toBe(modelPath);
  expect(ranges).toHaveLength(3);
  expect(ranges.slice(1).every((asked) => / bytes=[1-9]\d*-$/.test(asked))).toBe(true);
  expect(await installed()).toEqual([id]);
});

it('a source that gives no parts, or another one, is asked for the whole, or refused', async () => {
  server.answer(modelPath, breakAfter(100_000), body(packed.files.get(modelPath) ?? ''));
  await install();
  expect(await installed()).toEqual([id]);
  await rm(folder, { recursive: true });
  server.answer(modelPath, breakAfter(100_000), (_request, response, file) => {
    response.writeHead(206, { 'content-range': `bytes 5-9/${file?.length}` }).end('other');
  });
  await expect(install()).rejects.toThrow('answered another part of the file');
  expect(await left()).toEqual([]);
});

it('what came before is kept for the next time, also over an interruption', async () => {
  const interruption = new AbortController();
  server.answer(modelPath, (_request, response, file = Buffer.alloc(0)) => {
    response.writeHead(200, { 'content-length': file.length }).write(file.subarray(0, 200_000));
  });
  const onProgress = (done: number) => {
    if (done >= 150_000) interruption.abort(new Error('interrupted'));
  };
  await expect(install({ signal: interruption.signal, onProgress })).rejects.toThrow('interrupted');
  expect(await installed()).toEqual([]);
  server.asked.length = 0;
  await install();
  expect(server.asked.some((path) => path.startsWith(`${modelPath} bytes=`))).toBe(true);
  expect(server.asked).not.toContain(lexPath);
});

it('a part that is damaged, or of another file, is fetched anew', async () => {
  server.answer(modelPath, breakAfter(100_000), status(404));
  await expect(install()).rejects.toThrow('answered 404');
  server.answer(modelPath, breakAfter(100_000), ...Array.from({ length: 6 }, () => status(503)));
  await expect(install()).rejects.toThrow('answered 503');
  const part = `${folder}/.work/${id}/${model.files['model.ende.intgemm.alphas.bin.gz']?.sha256}.part`;
  await writeFile(part, Buffer.alloc(50_000, 1));
  await install();
  expect(await installed()).toEqual([id]);
});

const other = Buffer.alloc(1_000, 7);
it.each<[string, Answering, string]>([
  ['has another size', body(other, { 'content-length': 1_000 }), 'it has 1000 bytes, and should have'],
  [
    'has another hash',
    (_request, response, file) => response.end(Buffer.alloc(file?.length ?? 0, 1)),
    'another SHA-256',
  ],
  [
    'has no end',
    (_request, response) => {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      };
      response.on('drain', more);
      more();
    },
    'it is larger than',
  ],
  ['is not there', status(404), 'answered 404'],
  ['is forbidden', status(401), 'answered 401'],
  ['leads elsewhere without TLS', status(302, { location: 'http://models.example/secret?token=1' }), 'https alone'],
  ['leads to a file of the machine', status(302, { location: 'file:///etc/passwd' }), 'https alone'],
  ['leads nowhere', status(302), 'redirects to no address'],
])('a file that %s is refused, and nothing of it is left', async (_name, answering, reason) => {
  server.answer(modelPath, answering, answering);
  const refusal = await install().catch((error: Error) => error.message);
  expect(refusal).toContain(reason);
  expect(refusal).toContain(`model.ende.intgemm.alphas.bin.gz could not be fetched. ${server.url}/models/tiny/ende: `);
  expect(refusal).not.toContain('token');
  expect([await installed(), await left()]).toEqual([[], []]);
});

it('redirections are followed from this machine to this machine, and not in circles', async () => {
  server.answer(modelPath, status(302, { location: '/elsewhere' }));
  packed.files.set('elsewhere', packed.files.get(modelPath) ?? other);
  await install();
  expect(await installed()).toEqual([id]);
  await rm(folder, { recursive: true });
  server.answer(modelPath, ...Array.from({ length: 7 }, () => status(302, { location: `/${modelPath}` })));
  await expect(install()).rejects.toThrow('redirects too often');
});

it('a source that goes silent is asked again', async () => {
  server.answer(lexPath, (_request, response, file = Buffer.alloc(0)) => {
    response.writeHead(200, { 'content-length': file.length }).write(file.subarray(0, 10));
  });
  await install();
  expect(server.asked.filter((path) => path.startsWith(lexPath))).toEqual([lexPath, `${lexPath} bytes=10-`]);
});

it('a source that always ends too early is given up, and what came is kept', async () => {
  const short: Answering = (_request, response) => {
    response.writeHead(200, { 'transfer-encoding': 'chunked' }).end('too short');
  };
  server.answer(lexPath, ...Array.from({ length: 5 }, () => short));
  await expect(install()).rejects.toMatchObject({
    message: expect.stringContaining('it ended too early'),
    mayPass: true,
  });
  expect([await installed(), (await left()).length]).toEqual([[], 1]);
  await install();
  expect(await installed()).toEqual([id]);
});

it('a file that unpacks into more than it should is cut off at that', async () => {
  const bomb = gzipSync(Buffer.alloc(50_000_000));
  await server.close();
  await serve(
    await packedModel((entry) => {
      entry.files['model.ende.intgemm.alphas.bin.gz'] = { size: bomb.length, sha256: sha256Of(bomb) };
    }),
  );
  packed.files.set(modelPath, bomb);
  await expect(install()).rejects.toThrow('unpacked: it is not what its catalogue says');
  expect([await installed(), await left()]).toEqual([[], []]);
});

it('a model that is another one unpacked, no archive, or no model is refused', async () => {
  const serveModel = async (bytes: Buffer, unpacked?: Buffer) => {
    await server.close();
    await serve(
      await packedModel((entry) => {
        entry.files['model.ende.intgemm.alphas.bin.gz'] = { size: bytes.length, sha256: sha256Of(bytes) };
        entry.model = unpacked && { bytes: unpacked.length, sha256: sha256Of(unpacked) };
      }),
    );
    packed.files.set(modelPath, bytes);
  };
  await serveModel(gzipSync(other), Buffer.alloc(1_000, 8));
  await expect(install()).rejects.toThrow('not the model that its catalogue says');
  await serveModel(other);
  await expect(install()).rejects.toThrow('cannot be unpacked');
  await serveModel(gzipSync(other));
  await expect(install()).rejects.toThrow('en-de tiny 9.0 cannot be used: ');
  await serveModel(gzipSync(await readFile('packages/marian/samples/model.bin')).subarray(0, -2_000));
  await expect(install()).rejects.toThrow('cannot be unpacked');
  expect([await installed(), await left()]).toEqual([[], []]);
});

it('where there is no room it is said how much is needed, before anything is fetched', async () => {
  await expect(install({ reserveBytes: 2 ** 60 })).rejects.toThrow(
    /en-de tiny 9\.0 needs about \d+ MB in .*; its disk has \d+ MB, of which .* are to stay free \(TRANSLEDGER_DISK_RESERVE\)/,
  );
  expect(server.asked).toEqual([]);
});

it('of two who install the same at once one fetches it, and the other waits for it', async () => {
  const waited: number[] = [];
  const onWait = ({ pid }: { pid: number }) => waited.push(pid);
  const results = await Promise.all([install({ onWait }), install({ onWait })]);
  expect(results.filter(({ sample }) => sample !== undefined)).toHaveLength(1);
  expect(waited).toEqual([process.pid]);
  expect(server.asked.filter((path) => path === modelPath)).toHaveLength(1);
});

it('hashes of a model are the same in whatever order its files are named', () => {
  expect(modelHash({ b: '2', a: '1' })).toBe(sha256Of(Buffer.from('{"a":"1","b":"2"}')));
});

it('credentials of a source are sent to it alone, and stand in no manifest and no error', async () => {
  const secret = server.url.replace('http://', 'http://reader:s3cret%25@');
  source = await openSource(secret, signal);
  server.credentials.length = 0;
  const { manifest } = await install();
  const expected = `Basic ${Buffer.from('reader:s3cret%').toString('base64')}`;
  expect(new Set(server.credentials)).toEqual(new Set([expected]));
  expect(JSON.stringify(manifest)).not.toMatch(/reader|s3cret/);
  expect(source.describe(model)).toBe(`${server.url}/models/tiny/ende`);
  await rm(folder, { recursive: true });
  const stranger = await serveSource(packed);
  server.answer(lexPath, status(302, { location: `${stranger.url}/${lexPath}` }));
  server.answer(modelPath, status(403), status(403));
  await expect(install()).rejects.toThrow(/^(?!.*(reader|s3cret)).*answered 403/s);
  expect(stranger.credentials).toEqual([undefined]);
  await stranger.close();
});

it('a server that is there no more is named, and may be tried again', async () => {
  await server.close();
  await expect(install()).rejects.toMatchObject({
    message: expect.stringContaining('cannot be reached (ECONNREFUSED)'),
    mayPass: true,
  });
  server = await serveSource(packed);
});
