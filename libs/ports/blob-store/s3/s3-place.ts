import { S3Client } from '@aws-sdk/client-s3';

export interface S3Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
}

export interface S3PlaceOptions {
  bucket: string;
  /** Endpoint of a server other than AWS's; buckets are then the first part of the path. */
  endpoint?: string;
  /** Region; when omitted, `us-east-1` where an endpoint is given, else the one of AWS's own settings. */
  region?: string;
  /** Credentials; those of AWS's chain of sources (environment, files, role of the machine) when omitted. */
  credentials?: S3Credentials;
  /** Milliseconds without a response, or without a byte of one, after which a request has failed; 20 s when omitted. */
  answerWithinMs?: number;
  /** Milliseconds for which a request that failed on the way is tried again; 10 s when omitted. */
  patienceMs?: number;
}

/** A bucket, and the client that reaches it. */
export interface S3Place {
  bucket: string;
  /** Name of the place in errors; without credentials. */
  name: string;
  region: string;
  /** Client that tries once; `reach` tries again. */
  client: S3Client;
  patienceMs: number;
}

const maxConnections = 1_024;
const connectWithinMs = 3_000;

const createClient = (options: S3PlaceOptions, region: string | undefined): S3Client => {
  const answerWithinMs = options.answerWithinMs ?? 20_000;
  return new S3Client({
    ...(options.endpoint === undefined ? {} : { endpoint: options.endpoint, forcePathStyle: true }),
    ...(region === undefined ? {} : { region }),
    ...(options.credentials === undefined ? {} : { credentials: options.credentials }),
    // The SDK's own retries end after 0.8 s (6 attempts), long before a server that restarts is back.
    maxAttempts: 1,
    // Servers other than AWS's answer the SDK's trailing checksums with 501. Our own tags find every change.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectWithinMs,
      requestTimeout: answerWithinMs,
      throwOnRequestTimeout: true,
      socketTimeout: answerWithinMs,
      httpAgent: { maxSockets: maxConnections },
      httpsAgent: { maxSockets: maxConnections },
    },
  });
};

/** Makes the client; connects to nothing yet. */
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
