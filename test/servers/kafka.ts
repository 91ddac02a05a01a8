import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '#libs/platform/process/free-port.js';
import { javaArguments, serverCache } from './java.js';
import { isPortOpen } from './port-open.js';
import { ServerProcess } from './server-process.js';

const run = promisify(execFile);

export const kafkaVersions = ['3.9.1', '4.1.0'] as const;
/** All of these versions, by their names in `installed.ts`. */
export const kafkaServers = ['kafka', 'kafka-3.9'] as const;

export type KafkaVersion = (typeof kafkaVersions)[number];

export interface KafkaOptions {
  version?: KafkaVersion;
  /** Folder of an earlier start with the same port: the broker goes on with its data. */
  folder?: string;
  port?: number;
  /** Further properties of `server.properties`. */
  properties?: Record<string, string>;
  /** One of several brokers: its number from 1, and the ports of the controllers of all. It is alone when omitted. */
  member?: { number: number; controllerPorts: readonly number[] };
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

type Member = NonNullable<KafkaOptions['member']>;

const propertiesFor = (
  folder: string,
  port: number,
  { number, controllerPorts }: Member,
  more: Record<string, string>,
): string =>
  Object.entries({
    'process.roles': 'broker,controller',
    'node.id': String(number),
    'controller.quorum.voters': controllerPorts.map((at, index) => `${index + 1}@127.0.0.1:${at}`).join(','),
    listeners: `PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPorts[number - 1]}`,
    'advertised.listeners': `PLAINTEXT://127.0.0.1:${port}`,
    'controller.listener.names': 'CONTROLLER',
    'log.dirs': join(folder, 'log'),
    'offsets.topic.replication.factor': String(Math.min(3, controllerPorts.length)),
    'offsets.topic.num.partitions': '4',
    'transaction.state.log.replication.factor': String(Math.min(3, controllerPorts.length)),
    'transaction.state.log.min.isr': String(Math.min(2, controllerPorts.length)),
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
  await writeFile(properties, propertiesFor(folder, 9092, { number: 1, controllerPorts: [9093] }, {}));
  const format = ['kafka.tools.StorageTool', 'format', '-t', clusterId, '-c', properties];
  await run('java', [...javaArguments(`kafka-${version}`), ...format]);
  await rename(join(folder, 'log'), formatted).catch((error) => {
    // Another process was quicker: its log is as good.
    if (!existsSync(formatted)) throw error;
  });
  await rm(folder, { recursive: true });
  return formatted;
};

/** Makes the empty log of the first broker that of another: by number, and by the id that each folder has for itself. */
const renumber = async (log: string, number: number): Promise<void> => {
  const file = join(log, 'meta.properties');
  const properties = await readFile(file, 'utf8');
  const ofItsOwn = properties
    .replace(/^node\.id=.*$/m, `node.id=${number}`)
    .replace(/^directory\.id=.*$/m, `directory.id=${randomBytes(16).toString('base64url').replace(/^-/, 'A')}`);
  await writeFile(file, ofItsOwn);
};

/** Starts a real broker in KRaft mode, alone or as one of several. */
export const startKafka = async (options: KafkaOptions = {}): Promise<RunningKafka> => {
  const version = options.version ?? '4.1.0';
  const port = options.port ?? (await freePort());
  const member = options.member ?? { number: 1, controllerPorts: [await freePort()] };
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'transledger-kafka-')));
  const properties = join(folder, 'server.properties');
  await mkdir(folder, { recursive: true });
  await writeFile(properties, propertiesFor(folder, port, member, options.properties ?? {}));
  const log = join(folder, 'log');
  if (!existsSync(join(log, 'meta.properties'))) {
    await cp(await ensureFormattedLog(version), log, { recursive: true });
    if (member.controllerPorts.length > 1) await renumber(log, member.number);
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
