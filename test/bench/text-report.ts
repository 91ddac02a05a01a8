import type { LoadResult } from './load.js';
import { debianVersion, machineLines } from './machine.js';
import { hasProcessFigures } from './process-figures.js';
import type { ProductForm } from './product.js';
import { median } from './quantile.js';
import type { ContenderName, Scenario } from './text-scenarios.js';

export interface Cell extends LoadResult {
  /** Processor milliseconds for each successful request, by process name. */
  cpu: Map<string, number>;
}

export interface Measured {
  scenario: Scenario;
  /** Cells of each contender, one a round. */
  cells: Map<ContenderName, Cell[]>;
}

const middle = (cells: readonly Cell[], figure: (cell: Cell) => number): number => median(cells.map(figure));
const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0);
const rate = (value: number): string => value.toFixed(value < 100 ? 1 : 0);

const roles = ['api', 'postgres', 'projector', 'worker'];
/** The processes that have a column of their own; all else is Apertium. */
const columnsOf: Record<ProductForm, readonly string[]> = {
  standalone: [...roles, 'standalone'],
  cluster: [...roles, 'event store double', 'kafka', 'redis', 's3', 'triton', 'balancer'],
};

const rowsOf = ({ scenario, cells }: Measured): string[] => {
  const ours = cells.get('Transledger') ?? [];
  return Array.from(cells, ([name, measured]) => {
    const rates = measured.map(({ perSecond }) => perSecond);
    const columns = [
      name === 'Transledger' ? scenario.title : '',
      name,
      rate(median(rates)),
      `${rate(Math.min(...rates))} – ${rate(Math.max(...rates))}`,
      middle(measured, ({ p50 }) => p50).toFixed(1),
      middle(measured, ({ p99 }) => p99).toFixed(1),
      hasProcessFigures ? middle(measured, ({ cpu }) => sum(cpu.values())).toFixed(2) : '',
      sum(measured.map(({ failed }) => failed)),
      name === 'Transledger' ? '' : (middle(ours, ({ perSecond }) => perSecond) / median(rates)).toFixed(2),
      name === 'Transledger' ? scenario.bar : '',
    ];
    return `| ${columns.join(' | ')} |`;
  });
};

const cpuRows = (measured: readonly Measured[], columns: readonly string[]): string[] => {
  const shares: [string, (cpu: Map<string, number>) => number][] = [
    ...columns.map((name): [string, (cpu: Map<string, number>) => number] => [name, (cpu) => cpu.get(name) ?? 0]),
    ['Apertium', (cpu) => sum([...cpu].flatMap(([name, value]) => (columns.includes(name) ? [] : [value])))],
  ];
  return measured.map(({ scenario, cells }) => {
    const ours = cells.get('Transledger') ?? [];
    return `| ${[scenario.title, ...shares.map(([, share]) => middle(ours, ({ cpu }) => share(cpu)).toFixed(2))].join(' | ')} |`;
  });
};

const onCluster = `It is \`npm run cluster\`, all on this machine: a balancer,
two nodes of each role, the double of EventStoreDB, Kafka, Redis, an S3 server and two Tritons that run Apertium. `;

/** @param measured the rows in their order */
export const textReport = (
  measured: readonly Measured[],
  { form, rounds, seconds }: { form: ProductForm; rounds: number; seconds: number },
): string => `# Text API${form === 'cluster' ? ' on a cluster' : ''}

${machineLines()}
PostgreSQL 18, embedded, with its default settings (\`fsync\` and \`synchronous_commit\` on); Apertium ${debianVersion('apertium')},
apertium-eng-spa ${debianVersion('apertium-eng-spa')}; apertium-apy ${debianVersion('apertium-apy')}, one process and its defaults.

English to Spanish; sentences of distinct words, no two texts alike and the cache off where the row does not say otherwise; keep-alive
HTTP on loopback, answers parsed and checked to be whole. ${rounds} rounds of ${seconds} s a cell, the contenders of a row taking turns with the same texts;
medians of the rounds. A load generator in a process of its own on the same cores. *Transledger* is the running product: the
key checked, the language detected, the event durable before the answer, and after every cell exactly one entry in the audit
log for each answered request. ${form === 'cluster' ? onCluster : ''}No request limits. *Our engine alone* is the port called in the load generator's own
process: the upper bound. *Bare Nest route* gives the text back and does nothing else. \`${form === 'cluster' ? 'CLUSTER=1 ' : ''}npm run bench text\` measures again.

| load | | requests/s | lowest – highest | p50 ms | p99 ms | CPU ms a request | failed | Transledger ÷ it | bar |
|---|---|---|---|---|---|---|---|---|---|
${measured.flatMap(rowsOf).join('\n')}

CPU is that of the whole process tree without the load generator, which for the engine alone is in it; *Apertium* is all that has no
column of its own. Where it goes in the product,
ms a request:

| load | ${[...columnsOf[form], 'Apertium'].join(' | ')} |
|---|${[...columnsOf[form], 'Apertium'].map(() => '---|').join('')}
${cpuRows(measured, columnsOf[form]).join('\n')}
`;
