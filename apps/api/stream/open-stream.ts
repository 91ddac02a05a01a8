import type { Registry } from 'prom-client';
import type { ActRecorder } from '#libs/application/text-usage/act-recorder.js';
import { createPool } from '#libs/platform/postgres/pool.js';
import { createPostgresLeases } from '#libs/ports/lease/postgres-leases.js';
import { StreamHub } from './stream-hub.js';
import { streamMetrics } from './stream-metrics.js';
import { StreamProcess } from './stream-process.js';
import { StreamRecords } from './stream-records.js';
import type { StreamServices } from './stream-services.js';
import { Turnstile } from './turnstile.js';

interface Options extends Omit<StreamServices, 'turnstile' | 'records' | 'process' | 'metrics'> {
  databaseUrl: string;
  recorder: ActRecorder;
  registry: Registry;
}

export interface OpenStream {
  hub: StreamHub;
  /** After the hub has stopped. */
  close(): Promise<void>;
}

/** A process that is busy for seconds lives: what is lost with the lease is every open stream. */
const leaseMs = 30_000;

/** The stream of this node, on a lease with connections of its own: renewals must not wait behind requests. */
export const openStream = async ({ databaseUrl, recorder, registry, ...services }: Options): Promise<OpenStream> => {
  const { logger } = services;
  const pool = createPool({
    connectionString: databaseUrl,
    max: 2,
    applicationName: 'transledger api leases',
    onIdleError: (error) => logger.warn({ err: error }, 'a connection for leases broke'),
  });
  const leases = createPostgresLeases(pool, { ttlMs: leaseMs });
  const process = new StreamProcess(leases, logger);
  await process.start();
  const hub = new StreamHub({
    ...services,
    turnstile: new Turnstile(),
    records: new StreamRecords(recorder, logger),
    process,
    metrics: streamMetrics(registry),
  });
  return {
    hub,
    close: async () => {
      await process.stop();
      await leases.close();
      await pool.end();
    },
  };
};
