import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newDataDir } from '#test/e2e/running-service.js';
import type { LoadResult } from './load-generator.js';
import { LoadProcess } from './load-process.js';
import { debianVersion, keepReport, machineLines, median } from './machine.js';
import { cpuSeconds, cpuSecondsBelow, hasProcessFigures } from './process-figures.js';
import { type Product, startProduct } from './product.js';

/*
 * Translations a second of the running product, every one durable and in the audit log, of Debian's
 * apertium-apy, and of our engine without the product, by turns in one run. English to Spanish.
 */
const rounds = Number(process.env.ROUNDS ?? 5);
const milliseconds = Number(process.env.SECONDS ?? 8) * 1_000;
const words = 20;
const connectionCounts = [1, 16];
const auditedWithinMs = 60_000;

interface Cell extends LoadResult {
  /** Processor milliseconds for each answered request, by process name; the load generator under `load generator`. */
  cpu: Map<string, number>;
  /** Until the audit log had an entry for each answered request. */
  auditedAfterMs?: number;
}

interface Contender {
  name: string;
  load: LoadProcess;
  cpuSeconds: () => Map<string, number>;
  /** Waits for what the requests have set off. */
  settle?: (since: string, answered: number) => Promise<void>;
}

const auditedSince = async ({ url, apiKey }: Product, since: string): Promise<number> => {
  const query = new URLSearchParams({ action: 'translate', start: since, limit: '1' });
  const answer = await fetch(`${url}/v1/compliance/audit-logs?${query}`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  if (!answer.ok) throw new Error(`The audit log answered ${answer.status}`);
  const { data } = (await answer.json()) as { data: { pagination: { total: number } } };
  return data.pagination.total;
};

const untilAudited = async (product: Product, since: string, answered: number): Promise<void> => {
  const deadline = performance.now() + auditedWithinMs;
  for (;;) {
    const audited = await auditedSince(product, since);
    if (audited === answered) return;
    if (performance.now() > deadline) throw new Error(`${answered} requests answered, ${audited} in the audit log`);
    await sleep(50);
  }
};

const perRequest = (before: Map<string, number>, after: Map<string, number>, requests: number): Map<string, number> =>
  new Map(Array.from(after, ([name, seconds]) => [name, ((seconds - (before.get(name) ?? 0)) * 1_000) / requests]));

const measure = async (contender: Contender, connections: number, seed: number): Promise<Cell> => {
  const since = new Date().toISOString();
  const before = contender.cpuSeconds();
  const result = await contender.load.run({ connections, milliseconds, words, seed });
  const ended = performance.now();
  await contender.settle?.(since, result.answered);
  const auditedAfterMs = performance.now() - ended;
  const cpu = perRequest(before, contender.cpuSeconds(), result.answered);
  return { ...result, cpu, ...(contender.settle && { auditedAfterMs }) };
};

const middle = (cells: readonly Cell[], figure: (cell: Cell) => number): number => median(cells.map(figure));
const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0);
const rate = (value: number): string => value.toFixed(value < 100 ? 1 : 0);

const rowsOf = (connections: number, cells: ReadonlyMap<string, readonly Cell[]>): string[] => {
  const ofApy = cells.get('apertium-apy');
  return Array.from(cells, ([name, measured]) => {
    const rates = measured.map(({ perSecond }) => perSecond);
    const columns = [
      connections,
      name,
      rate(median(rates)),
      `${rate(Math.min(...rates))} – ${rate(Math.max(...rates))}`,
      middle(measured, ({ p50 }) => p50).toFixed(1),
      middle(measured, ({ p99 }) => p99).toFixed(1),
      hasProcessFigures ? middle(measured, ({ cpu }) => sum(cpu.values())).toFixed(2) : '',
      sum(measured.map(({ failed }) => failed)),
      ofApy === undefined ? '' : `${(median(rates) / middle(ofApy, ({ perSecond }) => perSecond)).toFixed(1)} ×`,
    ];
    return `| ${columns.join(' | ')} |`;
  });
};

const roles = ['api', 'postgres', 'projector', 'worker', 'standalone'];

const cpuRows = (cells: readonly (readonly Cell[])[]): string[] => {
  const shares: [string, (cpu: Map<string, number>) => number][] = [
    ...roles.map((role): [string, (cpu: Map<string, number>) => number] => [role, (cpu) => cpu.get(role) ?? 0]),
    ['Apertium', (cpu) => sum([...cpu].flatMap(([name, value]) => (roles.includes(name) ? [] : [value])))],
  ];
  return shares.map(([name, share]) => {
    const columns = cells.map((measured) => middle(measured, ({ cpu }) => share(cpu)).toFixed(2));
    return `| ${name} | ${columns.join(' | ')} |`;
  });
};

const dataDir = await newDataDir();
const product = await startProduct(dataDir, {
  TRANSLEDGER_TIER_MAX_REQUESTS_PER_MINUTE: '0',
  TRANSLEDGER_CACHE_BYTES: '0',
});
const loads: LoadProcess[] = [];
try {
  const productLoad = await LoadProcess.start({ kind: 'product', url: product.url, apiKey: product.apiKey });
  const apyLoad = await LoadProcess.start({ kind: 'apertium-apy' });
  const engineLoad = await LoadProcess.start({ kind: 'engine' });
  const contenders: Contender[] = [];
  if (productLoad !== undefined)
    contenders.push({
      name: 'Transledger',
      load: productLoad,
      cpuSeconds: () => cpuSeconds(product.pid),
      settle: (since, answered) => untilAudited(product, since, answered),
    });
  if (apyLoad !== undefined)
    contenders.push({ name: 'apertium-apy', load: apyLoad, cpuSeconds: () => cpuSecondsBelow(apyLoad.pid) });
  else console.log('apertium-apy is not installed (apt-get install apertium-apy): the rest is measured.');
  if (engineLoad !== undefined)
    contenders.push({ name: 'our engine alone', load: engineLoad, cpuSeconds: () => cpuSeconds(engineLoad.pid) });
  loads.push(...contenders.map(({ load }) => load));

  const results = new Map(connectionCounts.map((count) => [count, new Map<string, Cell[]>()]));
  let seed = 20_261_121;
  for (const { load } of contenders) await load.run({ connections: 16, milliseconds: 2_000, words, seed });
  for (let round = 1; round <= rounds; round += 1) {
    for (const [connections, cells] of results) {
      seed += 1; // the same texts for each contender
      for (const contender of contenders) {
        const cell = await measure(contender, connections, seed);
        cells.set(contender.name, [...(cells.get(contender.name) ?? []), cell]);
        console.log(
          `round ${round}, ${connections}: ${contender.name} ${rate(cell.perSecond)}/s, p50 ${cell.p50.toFixed(1)} ms`,
        );
      }
    }
  }

  const ours = connectionCounts.map((count) => results.get(count)?.get('Transledger') ?? []);
  const lag = Math.max(...ours.flat().map(({ auditedAfterMs = 0 }) => auditedAfterMs));
  const postgres = (await readFile(join(dataDir, 'postgres/cluster/PG_VERSION'), 'utf8')).trim();
  const cpuTable = `
Where the processor time of the product goes, ms a request:

| process | ${connectionCounts.map((count) => `${count} connection${count === 1 ? '' : 's'}`).join(' | ')} |
|---|${connectionCounts.map(() => '---|').join('')}
${cpuRows(ours).join('\n')}
`;
  await keepReport(
    'translate',
    `# Translate

${machineLines()}
PostgreSQL ${postgres}, embedded, with its default settings (\`fsync\` and \`synchronous_commit\` on); Apertium ${debianVersion('apertium')},
apertium-eng-spa ${debianVersion('apertium-eng-spa')}; apertium-apy ${debianVersion('apertium-apy')}, one process and its defaults.

English to Spanish, texts of ${words} distinct words, no two alike, so that no cache can answer; keep-alive HTTP on loopback, answers
parsed. ${rounds} rounds of ${milliseconds / 1_000} s a cell, the contenders taking turns with the same texts; medians of the rounds. A load generator in a
process of its own on the same cores. *Transledger* is the running product: the key checked, the language detected, the event
durable before the answer, and each answered request found in the audit log, counted after every cell (at most
${Math.round(lag)} ms later). No request limit (\`TRANSLEDGER_TIER_MAX_REQUESTS_PER_MINUTE=0\`). *Our engine alone* is the port called in the
load generator's own process: the upper bound. \`npm run bench translate\` measures again.

| connections | | requests/s | lowest – highest | p50 ms | p99 ms | CPU ms a request | failed | of apertium-apy |
|---|---|---|---|---|---|---|---|---|
${[...results].flatMap(([connections, cells]) => rowsOf(connections, cells)).join('\n')}

CPU is that of the whole process tree without the load generator, which for the engine alone is in it${apyLoad === undefined ? '. apertium-apy is not installed here: nothing to compare with' : ''}.
${hasProcessFigures ? cpuTable : ''}`,
  );
} finally {
  for (const load of loads) await load.stop();
  await product.stop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
}
