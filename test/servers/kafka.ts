import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '#libs/platform/process/free-port.js';
import { projectRoot } from '#test/project-root.js';
import { isPortOpen } from './port-open.js';
import { ServerProcess } from './server-process.js';

const run = promisify(execFile);

export type KafkaVersion = '3.9.1' | '4.1.0';

export interface KafkaOptions {
  version?: KafkaVersion;
  /** Of an earlier start with the same port: the broker goes on with what it has. */
  folder?: string;
  port?: number;
  /** More of `server.properties`. */
  properties?: Record<string, string>;
}

export interface RunningKafka {
  /** `host:port`, as `KAFKA_BROKERS` has it. */
  brokers: string;
  port: number;
  version: KafkaVersion;
  server: ServerProcess;
}

/** Any UUID does; it must stay the same for a folder. */
const clusterId = 'dHJhbnNsZWRnZXItdGVzdA';

const propertiesFor = (folder: string, port: number, controllerPort: number, more: Record<string, string>): string =>
  Object.entries({
    'process.roles': 'broker,controller',
    'node.id': '1',
    'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
    listeners: `PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
    'advertised.listeners': `PLAINTEXT://127.0.0.1:${port}`,
    'controller.listener.names': 'CONTROLLER',
    'log.dirs': join(folder, 'log'),
    'offsets.topic.replication.factor': '1',
    'offsets.topic.num.partitions': '4',
    'transaction.state.log.replication.factor': '1',
    'transaction.state.log.min.isr': '1',
    'transaction.state.log.num.partitions': '4',
    'group.initial.rebalance.delay.ms': '0',
    'auto.create.topics.enable': 'false',
    ...more,
  })
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');

/** A real broker in KRaft mode, alone. */
export const startKafka = async (options: KafkaOptions = {}): Promise<RunningKafka> => {
  const version = options.version ?? '4.1.0';
  const port = options.port ?? (await freePort());
  const controllerPort = await freePort();
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'transledger-kafka-')));
  const classPath = join(projectRoot, '.servers', `kafka-${version}`, '*');
  const properties = join(folder, 'server.properties');
  await mkdir(folder, { recursive: true });
  await writeFile(properties, propertiesFor(folder, port, controllerPort, options.properties ?? {}));
  if (!existsSync(join(folder, 'log', 'meta.properties'))) {
    await run('java', ['-cp', classPath, 'kafka.tools.StorageTool', 'format', '-t', clusterId, '-c', properties]);
  }
  const server = await ServerProcess.start({
    name: 'kafka',
    folder,
    removesFolder: options.folder === undefined,
    command: () => ({
      program: 'java',
      args: ['-Xmx384m', '-XX:+UseSerialGC', '-cp', classPath, 'kafka.Kafka', properties],
    }),
    isReady: async (log) => log.includes('Kafka Server started') && (await isPortOpen(port)),
  });
  return { brokers: `127.0.0.1:${port}`, port, version, server };
};
