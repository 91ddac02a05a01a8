import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '#libs/platform/postgres/embedded/embedded-postgres.js';
import { createPool } from '#libs/platform/postgres/pool.js';
import type { EventStore, NewEvent } from '#libs/ports/event-store/event-store.port.js';
import { migrateEventStore } from '#libs/ports/event-store/postgres/migrate-event-store.js';
import { connectPostgresEventStore } from '#libs/ports/event-store/postgres/postgres-event-store.js';
import { migrateLeases } from '#libs/ports/lease/migrate-leases.js';
import { createPostgresLeases } from '#libs/ports/lease/postgres-leases.js';
import { createEventLogMessageBus } from '#libs/ports/message-bus/event-log/event-log-message-bus.js';
import { createKafkaMessageBus } from '#libs/ports/message-bus/kafka/kafka-message-bus.js';
import { migrateKafkaBus } from '#libs/ports/message-bus/kafka/migrate-kafka-bus.js';
import { createKafkaRelay } from '#libs/ports/message-bus/kafka/relay.js';
import type { MessageBus } from '#libs/ports/message-bus/message-bus.port.js';
import { type KafkaVersion, startKafka } from '#test/servers/kafka.js';
import { keepReport, machineLines } from './machine.js';
import { median, quantile } from './quantile.js';

/*
 * How fast the relay publishes a log that is there, on one broker of each version; and how soon after an append
 * a consumer group has the event, on the embedded bus and on Kafka by turns. Bar: 10,000 events/s.
 */
const count = Number(process.env.EVENTS ?? 100_000);
const rounds = Number(process.env.ROUNDS ?? 5);
const lone = Number(process.env.LONE ?? 500);
const versions: readonly KafkaVersion[] = ['3.9.1', '4.1.0'];
const pauseMs = 20;

const appendAtOnce = 50;
const streams = 200;
const type = 'TextTranslated';

const newEvent = (): NewEvent => ({
  id: randomUUID(),
  type,
  version: 1,
  data: {
    organizationId: 'org_01KAH3W7J4B2X8Y6Z5V9T0S1R2',
    keyId: 'key_01KAH3W7J4B2X8Y6Z5V9T0S1R2',
    endpoint: 'translate',
    sourceLanguage: 'en',
    targetLanguage: 'es',
    wordCount: 20,
    characterCount: 120,
    model: 'apertium-eng-spa',
    confidence: 0.93,
  },
  metadata: { requestId: `req_${randomUUID()}`, sealedClient: 'c2VhbGVk'.repeat(20), traceparent: null },
});
const eventBytes = JSON.stringify(newEvent().data).length + JSON.stringify(newEvent().metadata).length;

const fill = async (store: EventStore): Promise<void> => {
  const writer = async (stream: string): Promise<void> => {
    let revision: number | 'no-stream' = 'no-stream';
    for (let written = 0; written < count / streams; written += appendAtOnce) {
      ({ revision } = await store.append(stream, Array.from({ length: appendAtOnce }, newEvent), revision));
    }
  };
  await Promise.all(Array.from({ length: streams }, () => writer(`text_usage-${randomUUID()}`)));
};

const folder = await mkdtemp(join(tmpdir(), 'transledger-bench-'));
const postgres = await startEmbeddedPostgres(folder);
const pool = createPool({ connectionString: postgres.url, max: 8, applicationName: 'bench' });
await migrateEventStore(postgres.url);
await migrateLeases(pool);
await migrateKafkaBus(pool);
const eventStore = await connectPostgresEventStore({ connectionString: postgres.url });
const onFault = (...fault: unknown[]) => console.error(...fault);

const publishedASecond = async (brokers: string): Promise<number> => {
  const leases = createPostgresLeases(pool);
  const topicPrefix = `bench-${randomUUID()}.`;
  const relay = createKafkaRelay({ brokers: [brokers], topicPrefix, pool, eventStore, leases, onFault });
  const head = await eventStore.head();
  const lookUp = 'select position from message_bus.kafka_relay where name = $1';
  const position = async () => (await pool.query<{ position: string }>(lookUp, [topicPrefix])).rows[0]?.position ?? '';
  relay.start();
  while ((await position()) === '') await sleep(1); // topics are being made
  const [began, from] = [performance.now(), Number(await position())];
  while ((await position()) < head) await sleep(5);
  const rate = ((Number(head) - from) * 1_000) / (performance.now() - began);
  await relay.stop();
  await leases.close();
  return rate;
};

/** Milliseconds from the call of an append until the handler has the event. */
const latencies = async (bus: MessageBus, name: string): Promise<number[]> => {
  const appended = new Map<string, number>();
  const measured: number[] = [];
  const { promise: done, resolve } = Promise.withResolvers<void>();
  const warmUp = 20;
  const loneType = `Appended${randomUUID()}`;
  const consumer = await bus.consume({
    name,
    types: [loneType],
    concurrency: 8,
    retryDelays: [],
    handle: async ({ message }) => {
      measured.push(performance.now() - (appended.get(message.id) ?? Number.NaN));
      if (measured.length === lone + warmUp) resolve();
    },
  });
  const stream = `lone-${randomUUID()}`;
  let revision: number | 'no-stream' = 'no-stream';
  for (let n = 0; n < lone + warmUp; n += 1) {
    const event = { ...newEvent(), type: loneType };
    appended.set(event.id, performance.now());
    ({ revision } = await eventStore.append(stream, [event], revision));
    while (n < warmUp && measured.length <= n) await sleep(5); // until the group is under way
    await sleep(pauseMs * (0.5 + Math.random()));
  }
  await done;
  await consumer.stop();
  return measured.slice(warmUp);
};

const rateLines: string[] = [];
const latencyLines: string[] = [];
const latencyLine = (engine: string, measured: readonly number[]) => {
  const [p50, p99, most] = [0.5, 0.99, 1].map((share) => quantile(measured, share).toFixed(1));
  latencyLines.push(`| ${engine} | ${p50} ms | ${p99} ms | ${most} ms |`);
};

try {
  await fill(eventStore);
  const embedded: number[] = [];
  for (const version of versions) {
    const { brokers, server } = await startKafka({ version, folder: join(folder, version) });
    try {
      const rates: number[] = [];
      for (let round = 0; round <= rounds; round += 1) {
        const rate = await publishedASecond(brokers);
        if (round > 0) rates.push(rate); // the first one warms up
      }
      const [middle, low, high] = [median(rates), Math.min(...rates), Math.max(...rates)].map((rate) =>
        Math.round(rate).toLocaleString('en'),
      );
      rateLines.push(`| ${version} | ${middle} | ${low} – ${high} |`);

      const leases = createPostgresLeases(pool);
      const topicPrefix = `bench-${randomUUID()}.`;
      const head = await eventStore.head();
      await pool.query('insert into message_bus.kafka_relay values ($1, $2, 0)', [topicPrefix, head]);
      const relay = createKafkaRelay({ brokers: [brokers], topicPrefix, pool, eventStore, leases, onFault });
      relay.start();
      const onKafka = createKafkaMessageBus({ brokers: [brokers], topicPrefix, pool, eventStore, onFault });
      const onTheLog = createEventLogMessageBus({ pool, eventStore, leases, onFault });
      embedded.push(...(await latencies(onTheLog, `embedded-${version}`)));
      latencyLine(`Kafka ${version}, by the relay`, await latencies(onKafka, `kafka-${version}`));
      await onKafka.close();
      await onTheLog.close();
      await relay.stop();
      await leases.close();
    } finally {
      await server.kill();
    }
  }
  latencyLine('embedded bus', embedded);
  await keepReport(
    'kafka-relay',
    `# Relay to Kafka

${machineLines()}
PostgreSQL embedded with its default settings, one broker with \`-Xmx384m\` on the same machine, kafkajs 2.2.4: idempotent,
acknowledged by all replicas, no compression. \`npm run bench kafka-relay\` measures again.

${count.toLocaleString('en')} events of ${eventBytes} bytes of JSON in ${streams} streams, read from the log and published; ${rounds} rounds after one to warm up.

| Broker | events/s, median of the rounds | lowest – highest |
|---|---|---|
${rateLines.join('\n')}

Bar: 10,000 events/s.

From the call of an append until a handler of a consumer group has the event; ${lone} appends, one at a time, some ${pauseMs} ms apart.

| Bus | p50 | p99 | longest |
|---|---|---|---|
${latencyLines.toReversed().join('\n')}
`,
  );
} finally {
  await eventStore.close();
  await pool.end();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
