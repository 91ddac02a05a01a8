import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { freePort } from '#libs/platform/process/free-port.js';
import { javaArguments } from './java.js';
import { ServerProcess } from './server-process.js';

export interface S3ProxyOptions {
  folder?: string;
  port?: number;
  /** Arguments of Java for its archive of classes; those of the existing archive when omitted. */
  sharing?: string[];
}

export interface RunningS3Proxy {
  /** Address in the form of `S3_ENDPOINT`; buckets are the first part of the path. */
  endpoint: string;
  accessKeyId: string;
  secretAccessKey: string;
  port: number;
  server: ServerProcess;
}

const accessKeyId = 'local-identity';
const secretAccessKey = 'local-credential';

/** Configuration of its log: by default it logs everything about each request, 50 MB a minute under load. */
const logging = `<configuration>
  <appender name="out" class="ch.qos.logback.core.ConsoleAppender">
    <encoder><pattern>%d [%thread] %level %logger - %msg%n</pattern></encoder>
  </appender>
  <root level="INFO"><appender-ref ref="out"/></root>
</configuration>
`;

/** Starts a real S3 server over a folder: s3proxy, with signature version 4 checked. */
export const startS3Proxy = async (options: S3ProxyOptions = {}): Promise<RunningS3Proxy> => {
  const port = options.port ?? (await freePort());
  const endpoint = `http://127.0.0.1:${port}`;
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'transledger-s3-')));
  const objects = join(folder, 'objects');
  await mkdir(objects, { recursive: true });
  const properties = join(folder, 's3proxy.properties');
  await writeFile(
    properties,
    Object.entries({
      's3proxy.authorization': 'aws-v2-or-v4',
      's3proxy.endpoint': endpoint,
      's3proxy.identity': accessKeyId,
      's3proxy.credential': secretAccessKey,
      'jclouds.provider': 'filesystem-nio2',
      'jclouds.identity': accessKeyId,
      'jclouds.credential': secretAccessKey,
      'jclouds.filesystem.basedir': objects,
    })
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
  const loggingFile = join(folder, 'logback.xml');
  await writeFile(loggingFile, logging);
  const server = await ServerProcess.start({
    name: 's3proxy',
    folder,
    removesFolder: options.folder === undefined,
    command: () => ({
      program: 'java',
      args: [
        '-Xmx256m',
        `-Dlogback.configurationFile=${loggingFile}`,
        ...javaArguments('s3proxy-2.9.0', options.sharing),
        'org.gaul.s3proxy.Main',
        '--properties',
        properties,
      ],
    }),
    // Another process may have taken the port, and would respond in its place.
    isReady: (log) => log.includes('Started ServerConnector'),
  });
  return { endpoint, accessKeyId, secretAccessKey, port, server };
};

/** Creates a bucket for documents, unless it exists. */
export const createBucket = async (endpoint: string, bucket: string): Promise<void> => {
  const credentials = { accessKeyId, secretAccessKey };
  const client = new S3Client({ endpoint, credentials, region: 'us-east-1', forcePathStyle: true });
  await client.send(new CreateBucketCommand({ Bucket: bucket })).catch((error: Error) => {
    if (error.name !== 'BucketAlreadyOwnedByYou' && error.name !== 'BucketAlreadyExists') throw error;
  });
  client.destroy();
};
