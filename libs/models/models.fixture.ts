import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { projectRoot } from '#test/project-root.js';
import { type Catalogue, catalogueOf } from './catalogue.js';

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const samples = join(projectRoot, 'packages/marian/samples');

/** The tiny model of the package, as a source has it: packed, with the catalogue of it. */
export interface PackedModel {
  /** By their path below the source. */
  files: Map<string, Buffer>;
  catalogue: Catalogue;
}

/** The files of a source and their catalogue, which the options may change before it is written; the model is one of the samples. */
export const packedModel = async (
  change: (entry: Record<string, unknown> & { files: Record<string, { size: number; sha256: string }> }) => void = () =>
    undefined,
  sample: 'model.bin' | 'aligned/model.bin' = 'model.bin',
): Promise<PackedModel> => {
  const folder = 'models/tiny/ende';
  const model = await readFile(join(samples, sample));
  const parts = {
    'lex.50.50.ende.s2t.bin.gz': await readFile(join(samples, 'lex.bin')),
    'model.ende.intgemm.alphas.bin.gz': model,
    'vocab.ende.spm.gz': await readFile(join(samples, 'vocab.spm')),
  };
  const packed = Object.entries(parts).map(([name, bytes]) => [name, gzipSync(bytes)] as const);
  const entry = {
    ...{ pair: 'en-de', architecture: 'tiny', folder, version: '9.0', licence: 'MPL-2.0' },
    licence_url: 'https://www.mozilla.org/MPL/2.0/',
    model: { bytes: model.length, sha256: sha256Of(model) },
    files: Object.fromEntries(packed.map(([name, bytes]) => [name, { size: bytes.length, sha256: sha256Of(bytes) }])),
  };
  change(entry);
  const text = JSON.stringify({ models: [entry] });
  const files = new Map(packed.map(([name, bytes]) => [`${folder}/${name}`, bytes]));
  return { files: files.set('catalogue.json', Buffer.from(text)), catalogue: catalogueOf(text, 'of the test') };
};

/** Writes the files of a source below a folder. */
export const writeSource = async (folder: string, { files }: PackedModel): Promise<void> => {
  for (const [path, bytes] of files) {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), bytes);
  }
};

/** How a source answers a request for a file, in place of giving it. */
export type Answering = (request: IncomingMessage, response: ServerResponse, file: Buffer | undefined) => void;

/** Gives a file, or the part of it that is asked for, as static servers do. */
export const give: Answering = ({ headers }, response, file) => {
  if (file === undefined) {
    response.writeHead(404).end();
    return;
  }
  const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
  if (from === 0) {
    response.writeHead(200, { 'content-length': file.length }).end(file);
  } else if (from >= file.length) {
    response.writeHead(416, { 'content-range': `bytes */${file.length}` }).end();
  } else {
    const range = `bytes ${from}-${file.length - 1}/${file.length}`;
    response.writeHead(206, { 'content-range': range, 'content-length': file.length - from }).end(file.subarray(from));
  }
};

export interface SourceServer {
  url: string;
  /** Path and range of every request, in their order. */
  asked: string[];
  /** Authorization of every request. */
  credentials: (string | undefined)[];
  /** Answers the next requests for a path, one after the other; then the file is given. */
  answer: (path: string, ...answers: Answering[]) => void;
  close: () => Promise<void>;
}

/** A server on this machine that plays a source of models. */
export const serveSource = async ({ files }: Pick<PackedModel, 'files'>): Promise<SourceServer> => {
  const asked: string[] = [];
  const credentials: (string | undefined)[] = [];
  const answers = new Map<string, Answering[]>();
  const server = createServer((request, response) => {
    const path = (request.url ?? '').slice(1);
    asked.push(request.headers.range === undefined ? path : `${path} ${request.headers.range}`);
    credentials.push(request.headers.authorization);
    response.on('error', () => undefined);
    (answers.get(path)?.shift() ?? give)(request, response, files.get(path));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    ...{ url: `http://127.0.0.1:${port}`, asked, credentials },
    answer: (path, ...next) => void answers.set(path, next),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
