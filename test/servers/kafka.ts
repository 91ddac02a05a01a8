import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '#libs/platform/process/free-port.js';
import { javaArguments, serverCache } from './java.js';
import { isPortOpen } from './port-open.js';
import { ServerProcess } from './server-process.js';

const run = promisify(execFile);

export const kafkaVersions = ['3.9.1', '4.1.0'] as const;

export type KafkaVersion = (typeof kafkaVersions)[number];

export interface KafkaOptions {
  version?: KafkaVersion;
  /** Folder of an earlier start with the same port: the broker goes on with its data. */
  folder?: string;
  port?: number;
  /** Further properties of `server.properties`. */
  properties?: Record<string, string>;
  /** Arguments of Java for its archive of classes; those of the existing archive when omitted. */
  sharing?: string[];
}

export interface RunningKafka {
  /** Address as `host:port`, the form of `KAFKA_BROKERS`. */
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

/** Makes the empty log of a broker, once: it is the same for every broker of a version. */
const ensureFormattedLog = async (version: KafkaVersion): Promise<string> => {
  const formatted = join(serverCache, `kafka-${version}-log`);
  if (existsSync(formatted)) return formatted;
  await mkdir(serverCache, { recursive: true });
  const folder = await mkdtemp(join(serverCache, 'unfinished-'));
  const properties = join(folder, 'server.properties');
  await writeFile(properties, propertiesFor(folder, 9092, 9093, {}));
  const format = ['kafka.tools.StorageTool', 'format', '-t', clusterId, '-c', properties];
  await run('java', [...javaArguments(`kafka-${version}`), ...format]);
  await rename(join(folder, 'log'), formatted).catch((error) => {
    // Another process was quicker: its log is as good.
    if (!existsSync(formatted)) throw error;
  });
  await rm(folder, { recursive: true });
  return formatted;
};

/** Starts a real broker in KRaft mode, alone. */
export const startKafka = async (options: KafkaOptions = {}): Promise<RunningKafka> => {
  const version = options.version ?? '4.1.0';
  const port = options.port ?? (await freePort());
  const controllerPort = await freePort();
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'transledger-kafka-')));
  const properties = join(folder, 'server.properties');
  await mkdir(folder, { recursive: true });
  await writeFile(properties, propertiesFor(folder, port, controllerPort, options.properties ?? {}));
  const log = join(folder, 'log');
  if (!existsSync(join(log, 'meta.properties'))) {
    await cp(await ensureFormattedLog(version), log, { recursive: true });
  }
  const server = await ServerProcess.start({
    name: 'kafka',
    folder,
    removesFolder: options.folder === undefined,
    command: () => ({
      program: 'java',
      args: ['-Xmx384m', ...javaArguments(`kafka-${version}`, options.sharing), 'kafka.Kafka', properties],
    }),
    isReady: async (said) => said.includes('Kafka Server started') && (await isPortOpen(port)),
  });
  return { brokers: `127.0.0.1:${port}`, port, version, server };
};
