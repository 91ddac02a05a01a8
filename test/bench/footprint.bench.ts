import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { newDataDir } from '#test/e2e/running-service.js';
import { debianVersion, keepReport, machineLines } from './machine.js';
import { cpuSeconds, hasProcessFigures, memoryByName } from './process-figures.js';
import { type Product, startProduct } from './product.js';
import { median } from './quantile.js';
import { wordTexts } from './word-texts.js';

/*
 * How long the product takes until it is ready, on an empty data folder and on one of an earlier start, and
 * what memory its process tree holds: idle, and when two language pairs are warm.
 */
const starts = Number(process.env.STARTS ?? 5);
const idleMs = Number(process.env.IDLE_SECONDS ?? 20) * 1_000;
const translations = 200;
const targets = ['es', 'ca'];

const translateSome = async ({ url }: Product, apiKey: string): Promise<void> => {
  const text = wordTexts(20, 20_261_121);
  for (let count = 0; count < translations; count += 1) {
    const answer = await fetch(`${url}/v1/translate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ text: text(), source: 'en', target: targets[count % targets.length] }),
    });
    if (!answer.ok) throw new Error(`Translate answered ${answer.status}: ${await answer.text()}`);
    await answer.arrayBuffer();
  }
};

const mebibytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(1);
const seconds = (ms: number): string => (ms / 1_000).toFixed(2);

const memoryTable = (product: Product): string => {
  const memory = [...memoryByName(product.pid)].sort(([, a], [, b]) => b.pss - a.pss);
  if (!memory.some(([name]) => name === 'postgres')) throw new Error('The database is not in the process tree');
  const rows = memory.map(
    ([name, { processes, pss, rss }]) => `| ${name} | ${processes} | ${mebibytes(pss)} | ${mebibytes(rss)} |`,
  );
  const total = (figure: 'processes' | 'pss' | 'rss') => memory.reduce((sum, [, entry]) => sum + entry[figure], 0);
  return `| process | number | PSS MiB | RSS MiB |
|---|---|---|---|
${rows.join('\n')}
| **whole tree** | **${total('processes')}** | **${mebibytes(total('pss'))}** | **${mebibytes(total('rss'))}** |`;
};

const cpuSecondsOf = (product: Product): number =>
  cpuSeconds(product.pid)
    .values()
    .reduce((sum, value) => sum + value, 0);

const cold: number[] = [];
const warm: number[] = [];
/** Processor seconds of the whole tree until a warm start was ready. */
const warmCpu: number[] = [];
let idle = '';
let idleCpu = '';
let used = '';
for (let start = 1; start <= starts; start += 1) {
  const dataDir = await newDataDir();
  let product = await startProduct(dataDir);
  try {
    cold.push(product.startMs);
    const { apiKey } = product;
    await product.stop();
    product = await startProduct(dataDir);
    warm.push(product.startMs);
    if (hasProcessFigures) warmCpu.push(cpuSecondsOf(product) * 1_000);
    console.log(`start ${start}: cold ${seconds(cold.at(-1) ?? 0)} s, warm ${seconds(warm.at(-1) ?? 0)} s`);
    if (start === starts && hasProcessFigures) {
      const before = cpuSecondsOf(product);
      await sleep(idleMs);
      idleCpu = (((cpuSecondsOf(product) - before) / idleMs) * 100_000).toFixed(1);
      idle = memoryTable(product);
      await translateSome(product, apiKey);
      used = memoryTable(product);
    }
  } finally {
    await product.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
  }
}

const startRow = (name: string, measured: readonly number[]): string =>
  `| ${name} | ${seconds(median(measured))} | ${seconds(Math.min(...measured))} – ${seconds(Math.max(...measured))} |`;

await keepReport(
  'footprint',
  `# Footprint

${machineLines()}
Apertium ${debianVersion('apertium')}, apertium-eng-spa ${debianVersion('apertium-eng-spa')}, apertium-eng-cat ${debianVersion('apertium-eng-cat')}. Everything is installed and built, its files in the
page cache. \`npm run bench footprint\` measures again.

From the start of \`dist/apps/standalone/main.js\` until it says that it is ready; ${starts} of each, by turns:

| start | s, median | lowest – highest |
|---|---|---|
${startRow('cold: an empty data folder, the cluster made', cold)}
${startRow('warm: the data folder of a service that was stopped', warm)}
${warmCpu.length === 0 ? '' : `${startRow('processor time of all processes in the warm start', warmCpu)}\n`}
${
  hasProcessFigures
    ? `Memory of the whole process tree; PSS divides shared pages among those who share them, so that its sum is what the tree holds;
RSS counts them for each. ${idleMs / 1_000} s after a warm start, nothing asked of it, in which time it took ${idleCpu} % of one core:

${idle}

After ${translations} translations of 20 words, half of them English to Spanish, half English to Catalan:

${used}`
    : 'Memory is not measured: this system has no `/proc`.'
}
`,
);
