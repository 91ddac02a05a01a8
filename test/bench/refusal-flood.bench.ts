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

const flood = Number(process.env.FLOOD ?? 50_000);
const perSecond = Number(process.env.FLOOD_PER_SECOND ?? 500);
const rounds = Number(process.env.ROUNDS ?? 5);
const secondsOfRound = flood / perSecond / rounds;
const othersEveryMs = 20;
/** Short, so that the flood is even: a burst would keep others waiting for what no flood of strangers does at once. */
const tickMs = 1;

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
/** Milliseconds of each answer to another organization, asked at a steady rate for a round. */
const othersFor = (key: string): Promise<number[]> =>
  others.call({
    url: product.url,
    path: '/v1/translate',
    headers: { 'content-type': 'application/json' },
    keys: [key],
    body: translation,
    everyMs: othersEveryMs,
    seconds: secondsOfRound,
  });

const floodFor = async (key: string): Promise<number> => {
  const statuses: Promise<number>[] = [];
  const began = performance.now();
  const wanted = flood / rounds;
  while (statuses.length < wanted) {
    const due = Math.min(wanted, ((performance.now() - began) / 1_000) * perSecond);
    while (statuses.length < due) statuses.push(ask(key));
    await sleep(tickMs);
  }
  return (await Promise.all(statuses)).filter((status) => status === 401).length;
};

interface Entry {
  metadata: { code?: string; count?: number };
}

try {
  const settings = { TRANSLEDGER_DATA_DIR: dataDir };
  const create = ['organization', 'create', '--name', 'Other', '--tier', 'max'];
  const { api_key: other } = await runCommandLine<{ api_key: string }>(settings, ...create);
  const { id, key } = await call('POST', '/v1/api-keys', product.apiKey, { name: 'lost', scopes: ['translate'] });
  await call('DELETE', `/v1/api-keys/${id}`, product.apiKey);
  // Both kinds of request have been compiled before they are measured.
  let refused = (await Promise.all([othersFor(other), floodFor(String(key))]))[1];
  const idle: number[] = [];
  const flooded: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    idle.push(...(await othersFor(other)));
    const [during, count] = await Promise.all([othersFor(other), floodFor(String(key))]);
    flooded.push(...during);
    refused += count;
  }
  await sleep(70_000);
  const log = await call('GET', '/v1/compliance/audit-logs?limit=1000', product.apiKey);
  const entries = (log.entries as Entry[]).filter(({ metadata }) => metadata.code === 'revoked_api_key');
  const counted = entries.reduce((sum, { metadata }) => sum + (metadata.count ?? 1), 0);
  const line = (name: string, took: readonly number[]) =>
    `| ${name} | ${took.length} | ${quantile(took, 0.5).toFixed(1)} | ${quantile(took, 0.95).toFixed(1)} | ${quantile(took, 0.99).toFixed(1)} |`;
  const ratio = (share: number) => (quantile(flooded, share) / quantile(idle, share)).toFixed(2);
  await keepReport(
    'refusal-flood',
    `# A flood of refused requests

${machineLines()}
Echo engine; ${perSecond} requests/s with a revoked key, ${rounds} rounds by turns with as many seconds of none.
\`npm run bench refusal-flood\` measures again.

| another organization's translations | number | p50 ms | p95 ms | p99 ms |
|---|---|---|---|---|
${line('no flood', idle)}
${line('flood', flooded)}

Flood to none: p50 ${ratio(0.5)} ×, p95 ${ratio(0.95)} ×, p99 ${ratio(0.99)} × (bar: p99 ≤ 1.5 ×).

${refused} requests were refused. They left ${entries.length} entries, whose counts add up to ${counted}.
`,
  );
} finally {
  await Promise.all([pool.close(), others.stop()]);
  await product.stop();
  await rm(dataDir, { recursive: true, force: true });
}
