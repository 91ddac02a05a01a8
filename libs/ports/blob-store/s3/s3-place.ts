import { S3Client } from '@aws-sdk/client-s3';

export interface S3Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
}

export interface S3PlaceOptions {
  bucket: string;
  /** Of a server other than AWS's; buckets are then the first part of the path. */
  endpoint?: string;
  /** `us-east-1` where an endpoint is given and none is; else what AWS's own settings say. */
  region?: string;
  /** Those that AWS's chain of sources finds (environment, files, role of the machine) when omitted. */
  credentials?: S3Credentials;
  /** Milliseconds without an answer, or without a byte of one, after which a request has failed. Default 20 s. */
  answerWithinMs?: number;
  /** Milliseconds in which what failed on the way is tried again. Default 10 s. */
  patienceMs?: number;
}

/** The bucket, and the way to it. */
export interface S3Place {
  bucket: string;
  /** How errors call it; without credentials. */
  name: string;
  region: string;
  /** Tries once; `reach` tries again. */
  client: S3Client;
  patienceMs: number;
}

const mostConnections = 1_024;
const connectWithinMs = 3_000;

const createClient = (options: S3PlaceOptions, region: string | undefined): S3Client => {
  const answerWithinMs = options.answerWithinMs ?? 20_000;
  return new S3Client({
    ...(options.endpoint === undefined ? {} : { endpoint: options.endpoint, forcePathStyle: true }),
    ...(region === undefined ? {} : { region }),
    ...(options.credentials === undefined ? {} : { credentials: options.credentials }),
    // Its own retries end after 0.8 s (6 attempts), long before a server that restarts is back.
    maxAttempts: 1,
    // Servers other than AWS's answer the SDK's trailing checksums with 501. Our own tags find every change.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectWithinMs,
      requestTimeout: answerWithinMs,
      throwOnRequestTimeout: true,
      socketTimeout: answerWithinMs,
      httpAgent: { maxSockets: mostConnections },
      httpsAgent: { maxSockets: mostConnections },
    },
  });
};

/** Connects to nothing yet. */
export const openPlace = (options: S3PlaceOptions): S3Place => {
  const region = options.region ?? (options.endpoint === undefined ? undefined : 'us-east-1');
  return {
    bucket: options.bucket,
    name: options.endpoint === undefined ? 'S3' : `S3 at ${new URL(options.endpoint).host}`,
    region: region ?? 'the configured region',
    client: createClient(options, region),
    patienceMs: options.patienceMs ?? 10_000,
  };
};
