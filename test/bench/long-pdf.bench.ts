import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { docxOf, p, r } from '#libs/documents/formats/docx/docx-sample.fixture.js';
import { defaultMergeOptions, type SourceFile } from '#libs/documents/formats/format.port.js';
import { createFormatHost } from '#libs/documents/formats/host/format-host.js';
import { OfficeConverter } from '#libs/documents/office/office-converter.js';
import { debianModesDir } from '#libs/ports/inference/apertium/apertium-engine.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { keepReport, machineLines } from './machine.js';
import { createTexts } from './port-load.js';
import { startProduct } from './product.js';
import { median } from './quantile.js';

/**
 * A PDF of some 200 pages that LibreOffice makes: counted and laid out by turns, written after it was read and alongside, and through the
 * product from the upload on.
 */
const usualParagraphs = 1_300;
const paragraphs = Number(process.env.PARAGRAPHS ?? usualParagraphs);
const rounds = Number(process.env.ROUNDS ?? 3);
const wordsEach = 80;
const user = { organizationId: 'org_bench' };
const options = { ...defaultMergeOptions, sourceLanguage: 'en', targetLanguage: 'es' };
const folder = await mkdtemp(join(tmpdir(), 'transledger-bench-'));

const longPdf = async (): Promise<Buffer> => {
  const text = createTexts(wordsEach);
  const body = Array.from({ length: paragraphs }, () => p(r(text()))).join('');
  const converter = new OfficeConverter();
  await using pdf = await converter.convert(contentOf(docxOf(body)), 'docx', 'pdf', user);
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < pdf.size; at += chunks.at(-1)?.length ?? 0) chunks.push(await pdf.read(at, pdf.size));
  converter.close();
  return Buffer.concat(chunks);
};

async function* contentOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}

const given = process.env.FILE;
const pdf = given === undefined ? await longPdf() : await readFile(given);
const file: SourceFile = { size: pdf.length, read: async (start, end) => pdf.subarray(start, end) };
const host = createFormatHost({ threads: 3 });

interface Cost {
  seconds: number;
  /** Seconds of processor time of this process, its threads included. */
  processor: number;
}

const costOf = async (work: () => Promise<unknown>): Promise<Cost> => {
  const [began, before] = [performance.now(), process.cpuUsage()];
  await work();
  const { user: own, system } = process.cpuUsage(before);
  return { seconds: (performance.now() - began) / 1_000, processor: (own + system) / 1_000_000 };
};

/** Reads the segments and hands on a translation of each: the text with every word a letter longer. */
const extracted = async (handOn: (translation: Segment) => void): Promise<number> => {
  const extraction = host.extract('pdf', file, options, user);
  for (;;) {
    const { value, done } = await extraction.next();
    if (done) return value.pageCount ?? 0;
    for (const { parts } of value)
      handOn(
        parts.map((part) => (part.kind === 'text' ? { ...part, text: part.text.replace(/\p{L}+/gu, '$&s') } : part)),
      );
  }
};

const written = async (translations: AsyncIterator<Segment, undefined>): Promise<void> => {
  for await (const _chunk of host.merge('pdf', file, options, translations, user));
};

const oneAfterTheOther = async (): Promise<void> => {
  const segments: Segment[] = [];
  await extracted((segment) => segments.push(segment));
  async function* all(): AsyncGenerator<Segment, undefined> {
    yield* segments;
    return undefined;
  }
  await written(all());
};

const alongside = async (): Promise<void> => {
  const segments: Segment[] = [];
  let news = Promise.withResolvers<void>();
  let isRead = false;
  const tell = (): void => {
    news.resolve();
    news = Promise.withResolvers<void>();
  };
  async function* asTheyCome(): AsyncGenerator<Segment, undefined> {
    for (let at = 0; ; at += 1) {
      while (at === segments.length && !isRead) await news.promise;
      const segment = segments[at];
      if (segment === undefined) return undefined;
      yield segment;
    }
  }
  const reading = extracted((segment) => {
    segments.push(segment);
    tell();
  }).then(() => {
    isRead = true;
    tell();
  });
  await Promise.all([reading, written(asTheyCome())]);
};

const counted = async (): Promise<void> => {
  for await (const _count of host.count('pdf', file, options, user));
};

let pages = 0;
const laidOut = async (): Promise<void> => {
  pages = await extracted(() => undefined);
};

const contenders = { laidOut, counted, oneAfterTheOther, alongside };
const costs = new Map(Object.keys(contenders).map((name) => [name, [] as Cost[]]));
await Promise.all([laidOut(), counted()]);
for (let round = 0; round < rounds; round += 1)
  for (const [name, work] of Object.entries(contenders)) costs.get(name)?.push(await costOf(work));
await host.close();

const cellsOf = (name: keyof typeof contenders): string => {
  const own = costs.get(name) ?? [];
  const of = (key: keyof Cost) => median(own.map((cost) => cost[key])).toFixed(2);
  return `${of('seconds')} | ${of('processor')}`;
};

/** The PDF from its upload until it is completed. */
const throughProduct = async (): Promise<string> => {
  if (!existsSync(debianModesDir)) return 'Apertium is not installed: not measured.';
  const product = await startProduct(join(folder, 'data'));
  const headers = { authorization: `Bearer ${product.apiKey}` };
  const translate = async (content: Buffer): Promise<{ upload: number; whole: number; steps: number[] }> => {
    const form = new FormData();
    form.set('target', 'es');
    form.set('file', new Blob([new Uint8Array(content)]), 'long.pdf');
    const began = performance.now();
    const answer = await fetch(`${product.url}/v1/documents`, { method: 'POST', headers, body: form });
    if (!answer.ok) throw new Error(await answer.text());
    const upload = (performance.now() - began) / 1_000;
    const { data } = (await answer.json()) as { data: { id: string } };
    const steps: number[] = [];
    for (;;) {
      const status = await fetch(`${product.url}/v1/documents/${data.id}`, { headers });
      const body = (await status.json()) as { data: { status: string; progress: number } };
      if (body.data.status === 'failed') throw new Error(JSON.stringify(body));
      if (body.data.progress !== steps.at(-1)) steps.push(body.data.progress);
      if (body.data.status === 'completed') return { upload, whole: (performance.now() - began) / 1_000, steps };
      await sleep(100);
    }
  };
  try {
    const rows: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const { upload, whole, steps } = await translate(pdf);
      rows.push(`| ${round + 1} | ${upload.toFixed(2)} | ${whole.toFixed(1)} | ${steps.join(', ')} |`);
    }
    return `| run | upload, s | until completed, s | progress seen, % |\n|---|---|---|---|\n${rows.join('\n')}`;
  } finally {
    await product.stop();
  }
};

const product = process.env.JOURNEY === '0' ? 'Not measured in this run.' : await throughProduct();

const report = `# A long PDF

${machineLines()}

A PDF of ${pages} pages and ${(pdf.length / 1024).toFixed(0)} KiB, ${given === undefined ? `made by LibreOffice of ${paragraphs.toLocaleString('en')} paragraphs of ${wordsEach} words` : 'which was given'}.

## In format threads

By turns in the same run, medians of ${rounds} rounds; the threads had loaded. Every word of the translation is a letter longer, so that all lines are
set anew.

| | seconds | seconds of processor time |
|---|---|---|
| segments by layout, as uploads were counted before | ${cellsOf('laidOut')} |
| counted without layout | ${cellsOf('counted')} |
| read, then written | ${cellsOf('oneAfterTheOther')} |
| read and written beside each other | ${cellsOf('alongside')} |

## Through the product

The embedded engine, English to Spanish, the source language not named. Bars, on an idle machine: the upload ≤ 2 s, all of it ≤ 20 s.

${product}
`;
if (paragraphs === usualParagraphs && given === undefined) await keepReport('long-pdf', report);
else console.log(report);
await rm(folder, { recursive: true, force: true });
