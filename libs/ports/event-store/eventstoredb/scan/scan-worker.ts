import { parentPort, workerData } from 'node:worker_threads';
import { parseConnectionString } from '../connection/connection-string.js';
import { LogConnection } from '../connection/log-connection.js';
import { LogPages } from '../log/log-pages.js';
import { LogReads } from '../log/log-reads.js';
import type { ScanAnswer, ScanRequest, ScanSettings } from './scan-messages.js';

/** The thread that reads pages, over a connection of its own. */
const { url, streamPrefix, readTimeoutMs, unreachableMs, heartbeatMs } = workerData as ScanSettings;
const tell = (answer: ScanAnswer): void => parentPort?.postMessage(answer);

const onFault = ({ message }: Error): void => tell({ fault: message });
const connection = new LogConnection(parseConnectionString(url), { heartbeatMs, onFault });
const reads = new LogReads(connection, { readTimeoutMs, unreachableMs });
const pages = new LogPages(connection, reads, { streamPrefix });

parentPort?.on('message', ({ id, options }: ScanRequest) => {
  pages.read(options).then(
    (page) => tell({ id, page: JSON.stringify(page) }),
    (error: unknown) => tell({ id, unavailable: error instanceof Error ? error.message : String(error) }),
  );
});
