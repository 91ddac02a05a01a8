import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import WebSocket from 'ws';
import { runCommandLine } from '#test/e2e/command-line.js';
import { processTree } from '#test/e2e/end-service.js';
import { bodiesWithinBounds, costlyBodies, nestedFrame, sendBody } from '#test/e2e/hostile-json.js';
import { keepReport, machineLines } from './machine.js';
import { nameOfCall } from './process-figures.js';
import { startProduct } from './product.js';
import { quantile } from './quantile.js';
import { SteadyCaller } from './steady-caller.js';

// How long does another organization wait, and what memory has the API, while one of the smallest tier sends the JSON whose structure
// costs most, or somebody without a key the first frames of streams?

const seconds = Number(process.env.SECONDS ?? 30);
const everyMs = 25;
const mib = 1024 * 1024;
const largest = 14 * mib;
const atATime = 5;
const framesAtATime = 50;
/** Pause after a refusal for the rate, which the attacker waits out a little. */
const pauseMs = 200;

const dataDir = await mkdtemp(join(tmpdir(), 'transledger-bench-'));
const settings = { TRANSLEDGER_INFERENCE: 'echo', TRANSLEDGER_LOG_LEVEL: 'fatal' };
const product = await startProduct(dataDir, { ...settings, TRANSLEDGER_TIER_MAX_REQUESTS_PER_MINUTE: '0' });
const caller = new SteadyCaller();

const fileOf = (pid: number, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
};
const apiPid = (): number => processTree(product.pid).find((pid) => nameOfCall(fileOf(pid, 'cmdline')) === 'api') ?? 0;
/** Bytes that the API has had at most; a restarted one has forgotten. */
const peakOf = (pid: number): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(fileOf(pid, 'status'))?.[1] ?? Number.NaN) * 1024;

const othersFor = (key: string): Promise<number[]> =>
  caller.call({ url: product.url, path: '/v1/organization', headers: {}, keys: [key], everyMs, seconds });

/** Statuses of all that was sent in the time. */
type Attack = (until: number) => Promise<string[]>;

const bodies =
  (key: string, all: readonly { path: string; body: Buffer }[]): Attack =>
  async (until) => {
    const statuses: string[] = [];
    let next = 0;
    const send = async () => {
      while (performance.now() < until) {
        const { path, body } = all[next % all.length] ?? { path: '', body: Buffer.alloc(0) };
        next += 1;
        const { status } = await sendBody({ url: product.url, key, path, body });
        statuses.push(String(status));
        if (status !== 200 && status !== 400) await sleep(pauseMs);
      }
    };
    await Promise.all(Array.from({ length: atATime }, send));
    return statuses;
  };

const firstFrames: Attack = async (until) => {
  const codes: string[] = [];
  const open = async () => {
    while (performance.now() < until) {
      const socket = new WebSocket(`${product.url.replace('http', 'ws')}/v1/stream`);
      socket.on('error', () => undefined);
      socket.once('open', () => socket.send(nestedFrame));
      // Whoever attacks does not wait for a close in good order.
      socket.on('message', () => socket.terminate());
      const [code] = (await once(socket, 'close')) as [number];
      codes.push(String(code));
    }
  };
  await Promise.all(Array.from({ length: framesAtATime }, open));
  return codes;
};

const countsOf = (codes: readonly string[]): string =>
  [...Map.groupBy(codes, (code) => code)].map(([code, of]) => `${of.length} × ${code}`).join(', ');

try {
  const create = ['organization', 'create', '--name', 'Other', '--tier'];
  const newKey = async (tier: string): Promise<string> =>
    (await runCommandLine<{ api_key: string }>({ TRANSLEDGER_DATA_DIR: dataDir }, ...create, tier)).api_key;
  const other = await newKey('max');
  const refused = Object.values(costlyBodies).map((make) => ({ path: '/v1/translate/batch', body: make(largest) }));
  const within = [
    { path: '/v1/translate/batch', body: bodiesWithinBounds.escapes(largest) },
    { path: '/v1/translate/batch', body: bodiesWithinBounds.wide(largest) },
    { path: '/v1/glossaries', body: bodiesWithinBounds.names() },
  ];
  const small = Object.values(costlyBodies).map((make) => ({ path: '/v1/detect', body: make(mib - 1_000) }));
  const attacks: [name: string, attack: Attack][] = [
    ['bodies of 14 MiB that break a bound', bodies(await newKey('entry'), refused)],
    ['the worst bodies within all bounds', bodies(await newKey('entry'), within)],
    ['bodies of 1 MiB that break a bound', bodies(await newKey('entry'), small)],
    [`first frames of 209 kB without a key, ${framesAtATime} connections at a time`, firstFrames],
  ];
  await othersFor(other);
  const rows: string[] = [];
  for (const [name, attack] of attacks) {
    const quiet = await othersFor(other);
    const pid = apiPid();
    const [attacked, sent] = await Promise.all([othersFor(other), attack(performance.now() + seconds * 1_000)]);
    const p = (took: readonly number[], share: number) => quantile(took, share).toFixed(1);
    const hasRestarted = pid !== apiPid();
    const columns = [
      name,
      countsOf(sent),
      ...[quiet, attacked].map((took) => `${took.length}: ${p(took, 0.5)} / ${p(took, 0.99)} / ${p(took, 1)}`),
      hasRestarted ? 'ended and restarted' : (peakOf(pid) / mib).toFixed(0),
    ];
    rows.push(`| ${columns.join(' | ')} |`);
    console.log(rows.at(-1));
  }
  await keepReport(
    'hostile-structure',
    `# JSON whose structure costs more than its bytes

${machineLines()}
Echo engine; an organization of the tier entry sends bodies, five at a time, for ${seconds} s, while another asks for \`GET /v1/organization\` every ${everyMs} ms,
and as long before it. \`npm run bench hostile-structure\` measures again. Bar, on an idle machine: p99 ≤ 3 × the quiet one, or ≤ 250 ms; the API ≤ 512 MiB.

| what is sent | answers | quiet: number: p50 / p99 / most, ms | meanwhile | most memory of the API so far, MiB |
|---|---|---|---|---|
${rows.join('\n')}
`,
  );
} finally {
  await caller.stop();
  await product.stop();
  await rm(dataDir, { recursive: true, force: true });
}
