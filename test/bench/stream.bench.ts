import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApertiumEngine } from '#libs/ports/inference/apertium/apertium-engine.js';
import type { InferenceEngine } from '#libs/ports/inference/inference.port.js';
import { newDataDir } from '#test/e2e/running-service.js';
import { StreamClient } from '#test/e2e/stream-client.js';
import { debianVersion, keepReport, machineLines } from './machine.js';
import { hasProcessFigures, memoryByName } from './process-figures.js';
import { type Product, startProduct } from './product.js';
import { quantile } from './quantile.js';
import { wordTexts } from './word-texts.js';

/** The cost of open connections and of a reader that stops, and how much later than the engine the first token is. */

const connections = Number(process.env.STREAM_CONNECTIONS ?? 2_000);
const openedAtATime = 50;
const slowReaders = 20;
const textsOfASlowReader = 25;
const slowForMs = Number(process.env.STREAM_SLOW_MS ?? 60_000);
const rounds = Number(process.env.STREAM_ROUNDS ?? 300);
const warmUp = 20;
const settleMs = 5_000;
const unlimited = {
  TRANSLEDGER_TIER_MAX_CONNECTIONS: '0',
  TRANSLEDGER_TIER_MAX_CONCURRENT_REQUESTS: '0',
  TRANSLEDGER_TIER_MAX_REQUESTS_PER_MINUTE: '0',
  TRANSLEDGER_CACHE_BYTES: '0',
};

const apiBytes = async (product: Product): Promise<number> => {
  await sleep(settleMs);
  return memoryByName(product.pid).get('api')?.pss ?? Number.NaN;
};

const open = async (product: Product, count: number): Promise<StreamClient[]> => {
  const clients: StreamClient[] = [];
  while (clients.length < count) {
    const batch = Array.from({ length: Math.min(openedAtATime, count - clients.length) }, () =>
      StreamClient.authenticated(product.url, product.apiKey),
    );
    clients.push(...(await Promise.all(batch)).map(({ client }) => client));
  }
  return clients;
};

const close = (clients: readonly StreamClient[]) =>
  Promise.all(
    clients.map((client) => {
      client.socket.close(1000);
      return client.closed();
    }),
  );

const kilobytes = (bytes: number): string => (bytes / 1024).toFixed(1);
const row = (name: string, times: readonly number[]): string =>
  `| ${name} | ${[0.5, 0.95, 0.99].map((share) => quantile(times, share).toFixed(1)).join(' | ')} |`;

/** Kilobytes of the API process for one idle connection, and for one more after each has translated. */
const memoryOfConnections = async (product: Product): Promise<{ idle: string; used: string }> => {
  await close(await open(product, openedAtATime)); // what the first ones load is not theirs
  const before = await apiBytes(product);
  const clients = await open(product, connections);
  const idle = (await apiBytes(product)) - before;
  const text = wordTexts(20, 1);
  for (const client of clients) client.say({ type: 'translate', text: text(), source: 'en', target: 'es', id: 'a' });
  for (const client of clients) await client.got('complete', 'a');
  const used = (await apiBytes(product)) - before;
  await close(clients);
  return { idle: kilobytes(idle / connections), used: kilobytes(used / connections) };
};

const askForMuch = (clients: readonly StreamClient[], text: string): void => {
  for (const client of clients) {
    for (let id = 0; id < textsOfASlowReader; id += 1) {
      client.say({ type: 'translate', text, source: 'en', target: 'es', id: String(id) });
    }
  }
};

/** Number of the requested translations that have come complete and unchanged. */
const readAll = async (clients: readonly StreamClient[], text: string): Promise<number> => {
  let complete = 0;
  for (const client of clients) {
    for (let id = 0; id < textsOfASlowReader; id += 1) {
      await client.got('complete', String(id));
      if (client.text(String(id)) === text) complete += 1;
    }
    client.frames.length = 0;
  }
  return complete;
};

/** Kilobytes of the API process for a reader that has requested very much and reads nothing, beside one that reads. */
const memoryOfSlowReaders = async (product: Product): Promise<{ memory: string; complete: number }> => {
  const clients = await open(product, slowReaders);
  const text = 'word '.repeat(2_000).trim();
  for (let round = 0; round < 2; round += 1) {
    askForMuch(clients, text);
    await readAll(clients, text);
  }
  const before = await apiBytes(product);
  for (const client of clients) client.socket.pause();
  askForMuch(clients, text);
  await sleep(slowForMs);
  const memory = ((await apiBytes(product)) - before) / slowReaders;
  for (const client of clients) client.socket.resume();
  const complete = await readAll(clients, text);
  await close(clients);
  return { memory: kilobytes(memory), complete };
};

/** Milliseconds from sending the frame to its first token. */
const firstTokenOver = async (client: StreamClient, text: string, id: string): Promise<number> => {
  const sent = performance.now();
  client.say({ type: 'translate', text, source: 'en', target: 'es', id });
  await client.got('token', id);
  const took = performance.now() - sent;
  await client.got('complete', id);
  client.frames.length = 0;
  return took;
};

const firstTokenOf = async (engine: InferenceEngine, text: string): Promise<number> => {
  const sent = performance.now();
  const { tokens, done } = await engine.translateStream({
    source: 'en',
    target: 'es',
    segments: [[{ kind: 'text', text }]],
  });
  let took = 0;
  for await (const _ of tokens) took ||= performance.now() - sent;
  await done;
  return took;
};

/** Measures the product, and by turns the engine alone in this process where one is given, for the same texts. */
const firstTokens = async (product: Product, engine?: InferenceEngine) => {
  const { client } = await StreamClient.authenticated(product.url, product.apiKey);
  const text = wordTexts(20, 2);
  const alone: number[] = [];
  const streamed: number[] = [];
  for (let round = -warmUp; round < rounds; round += 1) {
    const next = text();
    const ofEngine = engine === undefined ? 0 : await firstTokenOf(engine, next);
    const ofProduct = await firstTokenOver(client, next, `r${round}`);
    if (round < 0) continue;
    alone.push(ofEngine);
    streamed.push(ofProduct);
  }
  await close([client]);
  return { alone, streamed };
};

const withProduct = async <T>(settings: Record<string, string>, work: (product: Product) => Promise<T>): Promise<T> => {
  const dataDir = await newDataDir();
  const product = await startProduct(dataDir, { ...unlimited, ...settings });
  try {
    return await work(product);
  } finally {
    await product.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
  }
};

const echoed = await withProduct({ TRANSLEDGER_INFERENCE: 'echo' }, async (product) => ({
  connections: hasProcessFigures ? await memoryOfConnections(product) : undefined,
  slow: hasProcessFigures ? await memoryOfSlowReaders(product) : undefined,
  first: await firstTokens(product),
}));
const engine = createApertiumEngine();
const apertium = await withProduct({ TRANSLEDGER_INFERENCE: 'apertium' }, (product) => firstTokens(product, engine));
await engine.close();

await keepReport(
  'stream',
  `# The stream

${machineLines()}
Apertium ${debianVersion('apertium')}, apertium-eng-spa ${debianVersion('apertium-eng-spa')}. \`npm run bench stream\` measures again.

Milliseconds to the first token of 20 words, English to Spanish, one translation after another, ${rounds} of each; the
engine alone is asked in the measuring process, by turns with the product and for the same texts:

| | p50 | p95 | p99 |
|---|---|---|---|
${row('Apertium alone', apertium.alone)}
${row('the product on Apertium', apertium.streamed)}
${row('the product on an engine that takes no time', echoed.first.streamed)}

${
  echoed.connections === undefined || echoed.slow === undefined
    ? 'Memory is not measured: this system has no `/proc`.'
    : `Memory of the API process (PSS, as the system counts it, garbage that is not collected yet among it):

| | KB a connection |
|---|---|
| ${connections} open connections, authenticated, nothing asked | ${echoed.connections.idle} |
| the same after each has translated 20 words | ${echoed.connections.used} |
| ${slowReaders} connections that asked for ${textsOfASlowReader} texts of 10,000 characters each and read nothing for ${slowForMs / 1_000} s, beyond what the same took when they read | ${echoed.slow.memory} |

When they read on, ${echoed.slow.complete} of ${slowReaders * textsOfASlowReader} translations of the slow readers came complete and unchanged.`
}
`,
);
