import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Settings } from '#libs/config/settings.js';
import { startDoubleProcess } from '#test/eventstore-double/double-process.js';
import { projectRoot } from '#test/project-root.js';
import { startKafka } from '#test/servers/kafka.js';
import { startRedis } from '#test/servers/redis.js';
import { createBucket, startS3Proxy } from '#test/servers/s3proxy.js';
import type { ServerProcess } from '#test/servers/server-process.js';
import { startTriton } from '#test/servers/triton.js';

const run = promisify(execFile);

interface StartedEngine {
  server: ServerProcess;
  /** By which the service finds it. */
  settings: Record<string, string>;
}

interface ClusterEngine {
  title: string;
  /** Of its folder. */
  name: string;
  isGiven: boolean;
  start(folder: string): Promise<StartedEngine>;
}

const bucket = 'documents';

const startS3 = async (folder: string): Promise<StartedEngine> => {
  const { endpoint, accessKeyId, secretAccessKey, server } = await startS3Proxy({ folder });
  await createBucket(endpoint, bucket);
  return {
    server,
    settings: {
      S3_BUCKET: bucket,
      S3_ENDPOINT: endpoint,
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
    },
  };
};

/** Real translations: the Apertium model, for every pair that is installed. */
const startTritonWithApertium = async (folder: string, pairs: Settings['TRANSLEDGER_LANGUAGE_PAIRS']) => {
  const repository = join(folder, 'models');
  await rm(repository, { recursive: true, force: true });
  const prepare = join(projectRoot, 'infra/triton/prepare.py');
  const only = pairs.map(({ source, target }) => `${source}-${target}`);
  const args = ['--output', repository, '--apertium', ...(only.length === 0 ? [] : ['--pairs', ...only])];
  await run('/usr/bin/python3', [prepare, ...args]);
  const { grpcUrl, server } = await startTriton({ repository, folder });
  return { server, settings: { TRITON_URLS: grpcUrl } };
};

/** Every engine of the cluster that no setting names already. */
export const clusterEngines = (settings: Settings): readonly ClusterEngine[] => {
  const engines: ClusterEngine[] = [
    {
      title: 'the event store (a protocol double)',
      name: 'event-store',
      isGiven: settings.EVENTSTORE_URL !== undefined,
      start: async (folder) => {
        const { url, server } = await startDoubleProcess({ folder });
        return { server, settings: { EVENTSTORE_URL: url } };
      },
    },
    {
      title: 'Kafka',
      name: 'kafka',
      isGiven: settings.KAFKA_BROKERS.length > 0,
      start: async (folder) => {
        const { brokers, server } = await startKafka({ folder });
        return { server, settings: { KAFKA_BROKERS: brokers } };
      },
    },
    {
      title: 'Redis',
      name: 'redis',
      isGiven: settings.REDIS_URL !== undefined,
      start: async (folder) => {
        const { url, server } = await startRedis({ folder });
        return { server, settings: { REDIS_URL: url } };
      },
    },
    { title: 'S3', name: 's3', isGiven: settings.S3_BUCKET !== undefined, start: startS3 },
    {
      title: 'Triton',
      name: 'triton',
      isGiven: settings.TRITON_URLS.length > 0 || (settings.TRANSLEDGER_INFERENCE ?? 'triton') !== 'triton',
      start: (folder) => startTritonWithApertium(folder, settings.TRANSLEDGER_LANGUAGE_PAIRS),
    },
  ];
  return engines.filter(({ isGiven }) => !isGiven);
};
