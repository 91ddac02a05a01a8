import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { runCommandLine } from '#test/e2e/command-line.js';
import { keepReport, machineLines } from './machine.js';
import { startProduct } from './product.js';
import { quantile } from './quantile.js';
import { SteadyCaller } from './steady-caller.js';

// How much later do other organizations get their answers while one sends refused requests, and what do these leave?
// The requests are refused because their key is revoked, and again because it is over its limit.

const flood = Number(process.env.FLOOD ?? 50_000);
const perSecond = Number(process.env.FLOOD_PER_SECOND ?? 500);
const rounds = Number(process.env.ROUNDS ?? 5);
const secondsOfRound = flood / perSecond / rounds;
const othersEveryMs = Number(process.env.OTHERS_EVERY_MS ?? 20);
/** Short, so that the flood is even: a burst would keep others waiting for what no flood of strangers does at once. */
const tickMs = 1;

/** A part of the name of what is measured; the report is kept only where all of it was. */
const only = process.env.ONLY ?? '';

const translation = JSON.stringify({ text: 'The house is big.', source: 'en', target: 'es' });

const dataDir = await mkdtemp(join(tmpdir(), 'transledger-bench-'));
const product = await startProduct(dataDir, {
  TRANSLEDGER_INFERENCE: 'echo',
  TRANSLEDGER_TIER_MAX_REQUESTS_PER_MINUTE: '0',
  TRANSLEDGER_LOG_LEVEL: 'fatal',
});
const pool = new Pool(product.url, { connections: 64, pipelining: 1 });
const headersOf = (key: string) => ({ authorization: `Bearer ${key}`, 'content-type': 'application/json' });

const ask = async (key: string): Promise<number> => {
  const { statusCode, body } = await pool.request({
    method: 'POST',
    path: '/v1/translate',
    headers: headersOf(key),
    body: translation,
  });
  await body.dump();
  return statusCode;
};

const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, key: string, body?: object) => {
  const text = body === undefined ? null : JSON.stringify(body);
  const answer = await pool.request({ method, path, headers: headersOf(key), body: text });
  return ((await answer.body.json()) as { data: Record<string, unknown> }).data;
};

const others = new SteadyCaller();
/** A request of another organization. */
type Asked = { path: string; body?: string };

/** Milliseconds of each answer to another organization, asked at a steady rate for a round. */
const othersFor = (key: string, asked: Asked): Promise<number[]> =>
  others.call({
    url: product.url,
    headers: { 'content-type': 'application/json' },
    keys: [key],
    everyMs: othersEveryMs,
    seconds: secondsOfRound,
    ...asked,
  });

/** Number of the requests that were refused with the status. */
const floodFor = async (key: string, status: number): Promise<number> => {
  const statuses: Promise<number>[] = [];
  const began = performance.now();
  const wanted = flood / rounds;
  while (statuses.length < wanted) {
    const due = Math.min(wanted, ((performance.now() - began) / 1_000) * perSecond);
    while (statuses.length < due) statuses.push(ask(key));
    await sleep(tickMs);
  }
  return (await Promise.all(statuses)).filter((one) => one === status).length;
};

interface Entry {
  metadata: { status?: number; count?: number };
}

interface Flood {
  name: string;
  key: string;
  /** The key that reads what the flood left. */
  reader: string;
  status: number;
  /** The request of another organization meanwhile, and its name in the report. */
  asked: Asked;
  title: string;
}

/** Floods by turns with nothing, and gives the section of the report. */
const sectionOf = async ({ name, key, reader, status, asked, title }: Flood, other: string): Promise<string> => {
  // Both kinds of request have been compiled before they are measured.
  let refused = (await Promise.all([othersFor(other, asked), floodFor(key, status)]))[1];
  const idle: number[] = [];
  const flooded: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    idle.push(...(await othersFor(other, asked)));
    const [during, count] = await Promise.all([othersFor(other, asked), floodFor(key, status)]);
    flooded.push(...during);
    refused += count;
  }
  // The counts of the last minute are written at its end.
  await sleep(70_000);
  const log = await call('GET', '/v1/compliance/audit-logs?limit=1000', reader);
  const entries = (log.entries as Entry[]).filter(({ metadata }) => metadata.status === status);
  const counted = entries.reduce((sum, { metadata }) => sum + (metadata.count ?? 1), 0);
  const minutes = Math.round(((2 * rounds + 1) * secondsOfRound) / 6) / 10;
  const line = (row: string, took: readonly number[]) =>
    `| ${row} | ${took.length} | ${quantile(took, 0.5).toFixed(1)} | ${quantile(took, 0.95).toFixed(1)} | ${quantile(took, 0.99).toFixed(1)} |`;
  const ratio = (share: number) => (quantile(flooded, share) / quantile(idle, share)).toFixed(2);
  return `## ${name}

${machineLines()}
Echo engine; ${perSecond} requests/s, all answered ${status}, ${rounds} rounds by turns with as many seconds of none.

| another organization's ${title} | number | p50 ms | p95 ms | p99 ms |
|---|---|---|---|---|
${line('no flood', idle)}
${line('flood', flooded)}

Flood to none: p50 ${ratio(0.5)} ×, p95 ${ratio(0.95)} ×, p99 ${ratio(0.99)} × (bar: p99 ≤ 1.5 ×).

${refused} requests were refused, in rounds over ${minutes} minutes. They left ${entries.length} entries, whose counts add up to ${counted}. The bound
is 60 a minute of the clock, key and node, and one for the count of the others of each code.
`;
};

try {
  const settings = { TRANSLEDGER_DATA_DIR: dataDir };
  const organization = async (name: string, tier: string): Promise<string> => {
    const create = ['organization', 'create', '--name', name, '--tier', tier];
    return (await runCommandLine<{ api_key: string }>(settings, ...create)).api_key;
  };
  const other = await organization('Other', 'max');
  const terms = { source_language: 'en', target_language: 'es', entries: [{ source: 'house', target: 'hogar' }] };
  await call('POST', '/v1/glossaries', other, { name: 'one', ...terms });
  const { id, key } = await call('POST', '/v1/api-keys', product.apiKey, { name: 'lost', scopes: ['translate'] });
  await call('DELETE', `/v1/api-keys/${id}`, product.apiKey);
  const limited = await organization('Limited', 'entry');
  const read = await call('POST', '/v1/api-keys', limited, { name: 'reader', scopes: ['compliance:read'] });
  const floods: Flood[] = [
    {
      name: 'A key that is revoked',
      ...{ key: String(key), reader: product.apiKey, status: 401 },
      ...{ asked: { path: '/v1/translate', body: translation }, title: 'translations' },
    },
    {
      name: 'A key that is over its limit',
      ...{ key: limited, reader: String(read.key), status: 429 },
      ...{ asked: { path: '/v1/glossaries' }, title: 'lists of glossaries, which wait for the end of the log' },
    },
  ];
  const sections: string[] = [];
  const wanted = floods.filter(({ name }) => name.includes(only));
  for (const one of wanted) sections.push(await sectionOf(one, other));
  const report = `# A flood of refused requests\n\n\`npm run bench refusal-flood\` measures again.\n\n${sections.join('\n')}`;
  if (wanted.length === floods.length) await keepReport('refusal-flood', report);
  else console.log(report);
} finally {
  await Promise.all([pool.close(), others.stop()]);
  await product.stop();
  await rm(dataDir, { recursive: true, force: true });
}
