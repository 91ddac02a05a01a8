import { afterAll, beforeAll, expect, it } from 'vitest';
import { startDoubleProcess } from '#test/eventstore-double/double-process.js';
import { describeWith } from '#test/servers/describe-with.js';
import type { ServerName } from '#test/servers/installed.js';
import { startKafka } from '#test/servers/kafka.js';
import { startRedis } from '#test/servers/redis.js';
import { CountedNodes, roles, workOn } from './counted-nodes.js';

/** The default of `TRANSLEDGER_DATABASE_CONNECTIONS`. */
const budget = 12;

interface Combination {
  title: string;
  servers: readonly ServerName[];
  /** Starts the engines, and returns the settings that lead to them. */
  engines: (nodes: CountedNodes) => Promise<Record<string, string>>;
}

const eventStore = async (nodes: CountedNodes): Promise<Record<string, string>> => {
  const { url, server } = await startDoubleProcess({ folder: await nodes.folder('events') });
  nodes.use(server);
  return { EVENTSTORE_URL: url };
};
const redis = async (nodes: CountedNodes): Promise<Record<string, string>> => {
  const { url, server } = await startRedis({ folder: await nodes.folder('redis') });
  nodes.use(server);
  return { REDIS_URL: url };
};
const kafka = async (nodes: CountedNodes): Promise<Record<string, string>> => {
  const { brokers, server } = await startKafka({ folder: await nodes.folder('kafka') });
  nodes.use(server);
  return { KAFKA_BROKERS: brokers };
};

const combinations: readonly Combination[] = [
  { title: 'PostgreSQL alone', servers: [], engines: async () => ({}) },
  {
    title: 'EventStoreDB, Kafka and Redis',
    servers: ['kafka', 'redis'],
    engines: async (nodes) => ({ ...(await eventStore(nodes)), ...(await kafka(nodes)), ...(await redis(nodes)) }),
  },
];

for (const { title, servers, engines } of combinations) {
  describeWith(servers, `the connections of nodes with ${title}`, () => {
    let nodes: CountedNodes;
    beforeAll(async () => {
      nodes = await CountedNodes.open();
    });
    afterAll(() => nodes.close());

    it('no node opens more than may be, whatever it does', async () => {
      Object.assign(nodes.settings, await engines(nodes));
      const client = await nodes.start();
      nodes.watch();
      await workOn(client, 6);
      await nodes.stopWatching();
      for (const role of roles) {
        expect(nodes.peak[role], role).toBeGreaterThan(0);
        expect((nodes.peak[role] ?? 0) + (role === 'api' ? (nodes.peak.probe ?? 0) : 0), role).toBeLessThanOrEqual(
          budget,
        );
      }
    });
  });
}
