import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { freePort } from '#libs/platform/process/free-port.js';
import { newDataDir } from '#test/e2e/running-service.js';
import { startDoubleProcess } from '#test/eventstore-double/double-process.js';
import { keepReport, machineLines } from './machine.js';
import { type Product, startProduct } from './product.js';
import { quantile } from './quantile.js';

/*
 * An EventStoreDB that another installation fills, played by the double, whose readers take their time for each event
 * that they look at: how long until the product is ready and shows an entry of its own, also after a restart with as many
 * events again, and what a page of metrics costs those who translate meanwhile.
 */
const foreign = Number(process.env.EVENTS ?? 600_000);
const seconds = Number(process.env.SECONDS ?? 20);
const connections = 64;
const scrapeEveryMs = 4_000;
/** About what the real server takes to examine an event that a filter leaves out. */
const readMicrosPerEvent = 5;
const chunk = 5_000;

const double = await startDoubleProcess({ readMicrosPerEvent });
const fill = async (): Promise<void> => {
  for (let written = 0; written < foreign; written += chunk)
    await double.control.writeForeignEvents('other-text_usage', Math.min(chunk, foreign - written), 'LanguageDetected');
};

const dataDir = await newDataDir();
const metricsPort = await freePort();
const settings = {
  TRANSLEDGER_INFERENCE: 'echo',
  EVENTSTORE_URL: double.url,
  TRANSLEDGER_METRICS_PORT: String(metricsPort),
  TRANSLEDGER_TIER_MAX_REQUESTS_PER_MINUTE: '0',
  TRANSLEDGER_TIER_MAX_CONCURRENT_REQUESTS: '0',
};

const ask = async (product: Product, apiKey: string, path: string, body?: object): Promise<Response> => {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const method = body === undefined ? 'GET' : 'POST';
  const answer = await fetch(product.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer;
};

/** Seconds until an act is in a list of the audit log. */
const untilListed = async (product: Product, apiKey: string): Promise<number> => {
  const acted = await ask(product, apiKey, '/v1/detect', { text: 'The contract is signed.' });
  const id = acted.headers.get('x-request-id');
  for (const begun = performance.now(); ; await sleep(20)) {
    const list = await ask(product, apiKey, '/v1/compliance/audit-logs?action=detect&limit=10');
    const { data } = (await list.json()) as { data: { entries: { request_id: string }[] } };
    if (data.entries.some(({ request_id }) => request_id === id)) return (performance.now() - begun) / 1_000;
    if (performance.now() - begun > 60_000) return Number.POSITIVE_INFINITY;
  }
};

/** Requests a second, and milliseconds of the slowest hundredth. */
const load = async (product: Product, apiKey: string): Promise<{ rate: number; p99: number }> => {
  const pool = new Pool(product.url, { connections, pipelining: 1 });
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const took: number[] = [];
  const until = performance.now() + seconds * 1_000;
  const caller = async (): Promise<void> => {
    while (performance.now() < until) {
      const begun = performance.now();
      const body = JSON.stringify({ text: 'The contract is signed.' });
      const answer = await pool.request({ method: 'POST', path: '/v1/detect', headers, body });
      await answer.body.dump();
      if (answer.statusCode !== 200) throw new Error(`Detect answered ${answer.statusCode}`);
      took.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: connections }, caller));
  await pool.close();
  return {
    rate: took.length / seconds,
    p99: quantile(
      took.toSorted((a, b) => a - b),
      0.99,
    ),
  };
};

const scrapeUntil = async (ended: AbortSignal): Promise<void> => {
  const waits = () => sleep(scrapeEveryMs, true, { signal: ended }).catch(() => false);
  while (await waits()) await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
};

/** The last page is there when this resolves: the product may be stopped then. */
const withScrapes = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  const ended = new AbortController();
  const [result] = await Promise.all([work().finally(() => ended.abort()), scrapeUntil(ended.signal)]);
  return result;
};

try {
  await fill();
  console.log(`${foreign} events of another installation are there`);
  let product = await startProduct(dataDir, settings);
  const { apiKey } = product;
  const rows = [
    `| first start | ${(product.startMs / 1_000).toFixed(1)} | ${(await untilListed(product, apiKey)).toFixed(2)} |`,
  ];
  console.log(rows.join('\n'));
  const quiet: { rate: number; p99: number }[] = [];
  const scraped: typeof quiet = [];
  for (let round = 0; round < 3; round += 1) {
    quiet.push(await load(product, apiKey));
    scraped.push(await withScrapes(() => load(product, apiKey)));
  }
  await product.stop();
  await fill();
  product = await startProduct(dataDir, settings);
  rows.push(
    `| after a restart, ${foreign} more | ${(product.startMs / 1_000).toFixed(1)} | ${(await untilListed(product, apiKey)).toFixed(2)} |`,
  );
  const { reads: before } = await double.control.status();
  await sleep(60_000);
  const { reads: after } = await double.control.status();
  await product.stop();
  const line = (name: string, rounds: typeof quiet) =>
    `| ${name} | ${rounds.map(({ rate }) => Math.round(rate)).join(', ')} | ${rounds.map(({ p99 }) => Math.round(p99)).join(', ')} |`;
  const report = `# An event store that another installation fills

${machineLines()}

The double of EventStoreDB, ${readMicrosPerEvent} µs of one of four readers for each event examined; ${foreign} events of another installation.
Bars: ready ≤ 10 s, an own entry in a list ≤ 2 s, p99 with a scrape every ${scrapeEveryMs / 1_000} s ≤ 1.5 × that without.

| | ready, s | own entry listed, s |
|---|---|---|
${rows.join('\n')}

\`POST /v1/detect\`, ${connections} connections, by turns, ${seconds} s each:

| | requests/s | p99, ms |
|---|---|---|
${line('no scrape', quiet)}
${line('a scrape every 4 s', scraped)}

In a minute of rest: ${after.readsOfAll - before.readsOfAll} reads of the log, ${after.examined - before.examined} events examined, ${after.subscriptions - before.subscriptions} subscriptions.
`;
  if (foreign >= 600_000) await keepReport('shared-event-store', report);
  else console.log(report);
} catch (error) {
  console.error(double.server.log());
  throw error;
} finally {
  await double.server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
