import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { streamName, toNewEvents } from '#libs/event-sourcing/command-execution.js';
import { embeddedPostgresUrl } from '#libs/platform/postgres/embedded/embedded-postgres.js';
import { connectPostgresEventStore } from '#libs/ports/event-store/postgres/postgres-event-store.js';
import { runCommandLine } from '#test/e2e/command-line.js';
import { keepReport, machineLines } from './machine.js';
import { cpuSeconds } from './process-figures.js';
import { startProduct } from './product.js';
import { quantile } from './quantile.js';

/*
 * How many messages a second reach a hundred receivers of several organizations while one of them fails, and how long is
 * each on its way: from the append of its event until the receiver answers.
 */
const perSecond = Number(process.env.DELIVERIES_PER_SECOND ?? 200);
const seconds = Number(process.env.SECONDS ?? 30);
const burst = Number(process.env.BURST ?? 3_000);
const receivers = 100;
const organizations = 10;
const webhooksOfOne = receivers / organizations;
/** Milliseconds until all messages have to be there. */
const withinMs = 300_000;

type Failure = 'answers 500' | 'never answers';

/** When each event was appended, by the standard that it names. */
const appended = new Map<string, number>();
/** Milliseconds on the way of each message that was answered, by receiver and event. */
const answered = new Map<string, number>();
let failure: Failure = 'answers 500';
let repeated = 0;

const receive = (request: IncomingMessage, response: ServerResponse): void => {
  let body = '';
  request.on('data', (bytes: Buffer) => {
    body += bytes.toString('utf8');
  });
  request.on('end', () => {
    if (request.url === '/0') {
      if (failure === 'answers 500') response.writeHead(500).end();
      return;
    }
    const { standard } = JSON.parse(body) as { standard: string };
    response.writeHead(204).end();
    const message = `${request.url} ${standard}`;
    if (answered.has(message)) repeated += 1;
    else answered.set(message, performance.now() - (appended.get(standard) ?? Number.NaN));
  });
};

const dataDir = await mkdtemp(join(tmpdir(), 'transledger-bench-'));
const product = await startProduct(dataDir, {
  TRANSLEDGER_INFERENCE: 'echo',
  TRANSLEDGER_LOG_LEVEL: 'fatal',
  TRANSLEDGER_TIER_MAX_REQUESTS_PER_MINUTE: '0',
  TRANSLEDGER_WEBHOOK_ALLOW_PRIVATE: 'true',
  TRANSLEDGER_WEBHOOK_ALLOW_HTTP: 'true',
});
const server = createServer(receive).listen(0, '127.0.0.1');
const eventStore = await connectPostgresEventStore({
  connectionString: (await embeddedPostgresUrl(join(dataDir, 'postgres'))) ?? '',
});

const call = async <T>(key: string, path: string, body?: object): Promise<T> => {
  const answer = await fetch(`${product.url}${path}`, {
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    method: body === undefined ? 'GET' : 'POST',
    body: body === undefined ? null : JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { data: T }).data;
};

/** Makes an organization with its webhooks; returns its id. */
const openOrganization = async (number: number): Promise<string> => {
  const create = ['organization', 'create', '--name', `Bench ${number}`, '--tier', 'max'];
  const { api_key: key } = await runCommandLine<{ api_key: string }>({ TRANSLEDGER_DATA_DIR: dataDir }, ...create);
  for (let index = 0; index < webhooksOfOne; index += 1) {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${number * webhooksOfOne + index}`;
    await call(key, '/v1/webhooks', { url, events: ['compliance.certification_expiring'] });
  }
  return (await call<{ id: string }>(key, '/v1/organization')).id;
};

/** Appends an event that all webhooks of the organization are told of. */
const happen = async (organizationId: string): Promise<void> => {
  const standard = `Standard ${appended.size}`;
  const now = new Date().toISOString();
  const metadata = {
    ...{ organizationId, actorType: 'system' as const, keyId: null, subject: 'sub_bench', sealedClient: 'sealed' },
    ...{ requestId: 'req_bench', clientRequestId: null, traceparent: null, occurredAt: now },
  };
  const data = { organizationId, standard, expiresAt: now, daysLeft: 7, nextNoticeAt: null, noticedAt: now };
  const events = toNewEvents(standard, [{ type: 'CertificationExpiring', data }], metadata);
  appended.set(standard, performance.now());
  await eventStore.append(streamName('certification', standard), events, 'no-stream');
};

/** Messages of the events to the receivers that work. */
const wanted = (organizationOf: readonly number[]): number =>
  organizationOf.reduce((sum, number) => sum + webhooksOfOne - (number === 0 ? 1 : 0), 0);

/** Processor seconds of the whole product so far. */
const cpuSoFar = (): number => [...cpuSeconds(product.pid).values()].reduce((sum, seconds) => sum + seconds, 0);

interface Figures {
  sent: number;
  rate: number;
  /** Milliseconds of processor time of the product for each message. */
  cpu: number;
  /** Milliseconds on the way of each message. */
  took: number[];
}

/** Appends events for so many messages, at a steady rate or all at once, and waits until all are there. */
const measure = async (ids: readonly string[], messages: number, steadily: boolean): Promise<Figures> => {
  answered.clear();
  const began = performance.now();
  const cpuBefore = cpuSoFar();
  const count = Math.round(messages / webhooksOfOne);
  const organizationOf = Array.from({ length: count }, (_, n) => n % organizations);
  const appends: Promise<void>[] = [];
  for (const [n, number] of organizationOf.entries()) {
    const due = began + (n * webhooksOfOne * 1_000) / perSecond;
    if (steadily) await sleep(Math.max(0, due - performance.now()));
    appends.push(happen(ids[number] ?? ''));
  }
  await Promise.all(appends);
  const sent = wanted(organizationOf);
  while (answered.size < sent) {
    if (performance.now() - began > withinMs) throw new Error(`${answered.size} of ${sent} messages have come`);
    await sleep(5);
  }
  const cpu = ((cpuSoFar() - cpuBefore) * 1_000) / sent;
  return { sent, rate: sent / ((performance.now() - began) / 1_000), cpu, took: [...answered.values()] };
};

const row = (name: string, { sent, rate, cpu, took }: Figures): string =>
  `| ${name} | ${sent} | ${rate.toFixed(0)} | ${cpu.toFixed(1)} | ${[0.5, 0.95, 0.99].map((share) => quantile(took, share).toFixed(0)).join(' | ')} |`;

try {
  const ids: string[] = [];
  for (let number = 0; number < organizations; number += 1) ids.push(await openOrganization(number));
  await measure(ids, perSecond * 3, true); // to warm up
  const rows: string[] = [];
  for (const kind of ['answers 500', 'never answers'] as const) {
    failure = kind;
    const steady = await measure(ids, perSecond * seconds, true);
    rows.push(row(`${perSecond} a second for ${seconds} s, one receiver of ${receivers} ${kind}`, steady));
  }
  rows.push(row(`${burst} at once, one receiver of ${receivers} never answers`, await measure(ids, burst, false)));
  await keepReport(
    'webhook-deliveries',
    `# Deliveries of webhooks

${machineLines()}
\`npm run bench webhook-deliveries\` measures again.

The product with one worker, ${organizations} organizations with ${webhooksOfOne} webhooks each, and a receiver in the measuring process. Each event
is appended to the log and told to all webhooks of its organization. Messages are those to the ${receivers - 1} receivers that work;
milliseconds are from the append of the event until the receiver has answered, the rate until the last of them:

| | messages | a second | CPU ms a message | p50 ms | p95 ms | p99 ms |
|---|---|---|---|---|---|---|
${rows.join('\n')}

${repeated} messages came a second time.
`,
  );
} finally {
  await eventStore.close();
  await product.stop();
  server.closeAllConnections();
  server.close();
  await rm(dataDir, { recursive: true, force: true });
}
