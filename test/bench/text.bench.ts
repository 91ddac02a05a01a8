import { rm } from 'node:fs/promises';
import { newDataDir } from '#test/e2e/running-service.js';
import { untilAudited } from './audited.js';
import type { LoadResult, Target } from './load.js';
import { LoadProcess } from './load-process.js';
import { keepReport } from './machine.js';
import { cpuSeconds, cpuSecondsBelow } from './process-figures.js';
import { type Product, type ProductForm, startProduct } from './product.js';
import { type Cell, type Measured, textReport } from './text-report.js';
import { type ContenderName, type Scenario, scenarios } from './text-scenarios.js';

/*
 * The speed table of the text API: the running product, every request of it durable and in the audit log, by turns
 * with its contenders, in one run.
 */
const rounds = Number(process.env.ROUNDS ?? 5);
const milliseconds = Number(process.env.SECONDS ?? 8) * 1_000;
/** `CLUSTER=1` measures the same on a cluster, whose report stands by itself. */
const form: ProductForm = process.env.CLUSTER === '1' ? 'cluster' : 'standalone';
const firstSeed = 20_261_121;

interface Contender {
  load: LoadProcess;
  cpuSeconds: () => Map<string, number>;
  /** Waits until the work that the requests started is done. */
  settle?: (action: string, since: string, answered: number) => Promise<void>;
}

const unlimited = {
  TRANSLEDGER_TIER_MAX_REQUESTS_PER_MINUTE: '0',
  TRANSLEDGER_TIER_MAX_CONCURRENT_REQUESTS: '0',
};
const settingsOf: Record<Scenario['product'], Record<string, string>> = {
  plain: { ...unlimited, TRANSLEDGER_CACHE_BYTES: '0' },
  cached: unlimited,
  echo: { ...unlimited, TRANSLEDGER_CACHE_BYTES: '0', TRANSLEDGER_INFERENCE: 'echo' },
};
const targetOf: Record<Exclude<ContenderName, 'Transledger'>, Target> = {
  'apertium-apy': { kind: 'apertium-apy' },
  'our engine alone': { kind: 'engine' },
  'bare Nest route': { kind: 'bare route' },
};

const perRequest = (before: Map<string, number>, after: Map<string, number>, requests: number): Map<string, number> =>
  new Map(Array.from(after, ([name, seconds]) => [name, ((seconds - (before.get(name) ?? 0)) * 1_000) / requests]));

const measure = async (contender: Contender, scenario: Scenario, seed: number): Promise<Cell> => {
  const { task, connections, words } = scenario;
  const since = new Date().toISOString();
  const before = contender.cpuSeconds();
  const result: LoadResult = await contender.load.run({ task, connections, milliseconds, words, seed });
  await contender.settle?.(task === 'detect' ? 'detect' : 'translate', since, result.answered);
  return { ...result, cpu: perRequest(before, contender.cpuSeconds(), result.answered) };
};

/** Opens the contenders of the scenarios, each load in a process of its own, without those that are not installed. */
const openContenders = async (product: Product, names: ReadonlySet<ContenderName>) => {
  const contenders = new Map<ContenderName, Contender>();
  const load = await LoadProcess.start({ kind: 'product', url: product.url, apiKey: product.apiKey });
  if (load === undefined) throw new Error('The product is always there');
  contenders.set('Transledger', {
    load,
    cpuSeconds: () => cpuSeconds(product.pid),
    settle: (action, since, answered) => untilAudited(product, action, since, answered),
  });
  for (const name of names) {
    if (name === 'Transledger') continue;
    const target = targetOf[name];
    const process = await LoadProcess.start(target);
    if (process === undefined) console.log(`${name} is not installed: the rest is measured.`);
    else
      contenders.set(name, {
        load: process,
        cpuSeconds: () => (target.kind === 'engine' ? cpuSeconds(process.pid) : cpuSecondsBelow(process.pid)),
      });
  }
  return contenders;
};

const measureOn = async (kind: Scenario['product'], measured: Measured[]): Promise<void> => {
  const chosen = scenarios.filter(({ product }) => product === kind);
  const dataDir = await newDataDir();
  const product = await startProduct(dataDir, settingsOf[kind], form);
  const contenders = await openContenders(product, new Set(chosen.flatMap(({ against }) => against)));
  try {
    const rows = chosen.map((scenario): Measured => ({ scenario, cells: new Map() }));
    const taking = ({ against }: Scenario) =>
      [...contenders].filter(([name]) => name === 'Transledger' || against.some((other) => other === name));
    for (const { load } of contenders.values()) {
      await load.run({ task: 'translate', connections: 16, milliseconds: 2_000, words: 20, seed: firstSeed });
    }
    for (let round = 1; round <= rounds; round += 1) {
      for (const { scenario, cells } of rows) {
        for (const [name, contender] of taking(scenario)) {
          const cell = await measure(contender, scenario, firstSeed + round); // the same texts for each contender
          cells.set(name, [...(cells.get(name) ?? []), cell]);
          console.log(
            `round ${round}, ${scenario.title}: ${name} ${cell.perSecond.toFixed(1)}/s, p50 ${cell.p50.toFixed(1)} ms`,
          );
        }
      }
    }
    measured.push(...rows);
  } finally {
    for (const { load } of contenders.values()) await load.stop();
    await product.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
  }
};

const measured: Measured[] = [];
for (const kind of ['plain', 'cached', 'echo'] as const) await measureOn(kind, measured);
await keepReport(
  form === 'cluster' ? 'text-cluster' : 'text',
  textReport(measured, { form, rounds, seconds: milliseconds / 1_000 }),
);
