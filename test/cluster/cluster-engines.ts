import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runsOwnModels } from '#apps/standalone/inference-role.js';
import type { Settings } from '#libs/platform/config/settings.js';
import { freePort } from '#libs/platform/process/free-port.js';
import { debianModesDir } from '#libs/ports/inference/apertium/apertium-engine.js';
import { readPairTable } from '#libs/ports/inference/apertium/processes/installed-pairs.js';
import { pairKey } from '#libs/ports/inference/pair-key.js';
import type { EventStoreDoubleControl } from '#test/eventstore-double/control-client.js';
import { startDoubleProcess } from '#test/eventstore-double/double-process.js';
import { projectRoot } from '#test/project-root.js';
import { startKafka } from '#test/servers/kafka.js';
import { startRedis } from '#test/servers/redis.js';
import { createBucket, startS3Proxy } from '#test/servers/s3proxy.js';
import type { ServerProcess } from '#test/servers/server-process.js';
import { startTriton } from '#test/servers/triton.js';

const run = promisify(execFile);

export interface StartedEngine {
  server: ServerProcess;
  port: number;
  /** The control port of the double, where the engine is one. */
  control?: EventStoreDoubleControl;
  /** Settings by which the service finds the engine. */
  settings: Record<string, string>;
}

export type EngineName = 'event-store' | 'kafka' | 'kafka-2' | 'kafka-3' | 'redis' | 's3' | 'triton' | 'triton-2';

export interface ClusterEngine {
  title: string;
  /** Name of the engine and of its folder. */
  name: EngineName;
  isGiven: boolean;
  /** Starts the engine; with an earlier port and folder it goes on with the data in them. */
  start(folder: string, port?: number): Promise<StartedEngine>;
}

const bucket = 'documents';

/** Options that leave the port out rather than have it undefined. */
const at = (folder: string, port: number | undefined) => ({ folder, ...(port === undefined ? {} : { port }) });

const startS3 = async (folder: string, port?: number): Promise<StartedEngine> => {
  const s3 = await startS3Proxy(at(folder, port));
  const { endpoint, accessKeyId, secretAccessKey } = s3;
  await createBucket(endpoint, bucket);
  return {
    server: s3.server,
    port: s3.port,
    settings: {
      S3_BUCKET: bucket,
      S3_ENDPOINT: endpoint,
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
    },
  };
};

const prepareApertium = async (repository: string, pairs: Settings['TRANSLEDGER_LANGUAGE_PAIRS']): Promise<void> => {
  await rm(repository, { recursive: true, force: true });
  const prepare = join(projectRoot, 'infra/triton/prepare.py');
  const offered = new Map(readPairTable(debianModesDir).offered.map((pair) => [pairKey(pair), pair]));
  const wanted = pairs.map((pair) => {
    const found = offered.get(pairKey(pair));
    if (found === undefined) throw new Error(`Apertium has no pair ${pairKey(pair)} in ${debianModesDir}`);
    return found;
  });
  await run('/usr/bin/python3', [prepare, '--output', repository, '--apertium', ...wanted.map(({ mode }) => mode)]);
};

/** Starts Triton with the Apertium model, for every pair that is installed: real translations. */
const startTritonWithApertium = async (
  folder: string,
  pairs: Settings['TRANSLEDGER_LANGUAGE_PAIRS'],
  port: number | undefined,
): Promise<StartedEngine> => {
  const repository = join(folder, 'models');
  if (port === undefined) await prepareApertium(repository, pairs);
  const { grpcUrl, grpcPort, server } = await startTriton({
    repository,
    folder,
    ...(port === undefined ? {} : { grpcPort: port }),
  });
  return { server, port: grpcPort, settings: { TRITON_URLS: grpcUrl } };
};

export interface ClusterOptions {
  /** Number of Kafka brokers: one, or three that hold each record on all of them. */
  brokers?: 1 | 3;
}

/** The brokers, whose controllers know each other by ports that stay the same. */
const kafkaEngines = (settings: Settings, brokers: 1 | 3): ClusterEngine[] => {
  let ports: Promise<number[]> | undefined;
  const portsOfAll = () => {
    ports ??= Promise.all(Array.from({ length: brokers }, () => freePort()));
    return ports;
  };
  return (['kafka', 'kafka-2', 'kafka-3'] as const).slice(0, brokers).map((name, index) => ({
    title: brokers === 1 ? 'Kafka' : `Kafka, broker ${index + 1}`,
    name,
    isGiven: settings.KAFKA_BROKERS.length > 0,
    start: async (folder, before) => {
      const member = { number: index + 1, controllerPorts: await portsOfAll() };
      const { brokers: address, port, server } = await startKafka({ ...at(folder, before), member });
      return { server, port, settings: { KAFKA_BROKERS: address } };
    },
  }));
};

/** Whether inference processes of the cluster translate, and no Triton: where that is chosen, or models are named. */
export const runsModels = (settings: Settings): boolean =>
  runsOwnModels(settings) && (settings.TRANSLEDGER_INFERENCE === 'marian' || settings.TRANSLEDGER_MODELS.length > 0);

const needsTriton = (settings: Settings): boolean =>
  settings.TRITON_URLS.length === 0 &&
  settings.TRANSLEDGER_INFERENCE_URLS.length === 0 &&
  (settings.TRANSLEDGER_INFERENCE ?? 'triton') === 'triton' &&
  !runsModels(settings);

const tritonEngines = (settings: Settings): ClusterEngine[] =>
  (['triton', 'triton-2'] as const).map((name, index) => ({
    title: `Triton ${index + 1}`,
    name,
    isGiven: !needsTriton(settings),
    start: (folder, port) => startTritonWithApertium(folder, settings.TRANSLEDGER_LANGUAGE_PAIRS, port),
  }));

/** The settings by which the service finds all of these engines: those of several are listed. */
export const settingsOf = (started: readonly Pick<StartedEngine, 'settings'>[]): Record<string, string> => {
  const all: Record<string, string> = {};
  for (const { settings } of started)
    for (const [name, value] of Object.entries(settings))
      all[name] = all[name] === undefined ? value : `${all[name]},${value}`;
  return all;
};

/** Every engine of the cluster that no setting names already. */
export const clusterEngines = (settings: Settings, { brokers = 1 }: ClusterOptions = {}): readonly ClusterEngine[] => {
  const engines: ClusterEngine[] = [
    {
      title: 'the event store (a protocol double)',
      name: 'event-store',
      isGiven: settings.EVENTSTORE_URL !== undefined,
      start: async (folder, port) => {
        const { url, ...double } = await startDoubleProcess(at(folder, port));
        return { ...double, settings: { EVENTSTORE_URL: url } };
      },
    },
    ...kafkaEngines(settings, brokers),
    {
      title: 'Redis',
      name: 'redis',
      isGiven: settings.REDIS_URL !== undefined,
      start: async (folder, before) => {
        const { url, port, server } = await startRedis(at(folder, before));
        return { server, port, settings: { REDIS_URL: url } };
      },
    },
    { title: 'S3', name: 's3', isGiven: settings.S3_BUCKET !== undefined, start: startS3 },
    ...tritonEngines(settings),
  ];
  return engines.filter(({ isGiven }) => !isGiven);
};
