import { createServer } from 'node:net';
import { errorCodeOf } from '#libs/platform/errors/error-code.js';

/** The port of metrics where none is set. */
export const usualMetricsPort = 9_464;
/** So many ports are tried from it on: several services of one machine have one each. */
const tried = 100;

const isFree = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) => (errorCodeOf(error) === 'EADDRINUSE' ? resolve(false) : reject(error)));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });

/** The usual port of metrics, or the next one that is free. */
export const freeMetricsPort = async (host: string): Promise<number> => {
  for (let port = usualMetricsPort; port < usualMetricsPort + tried; port += 1) {
    if (await isFree(host, port)) return port;
  }
  throw new Error(`No port of ${host} from ${usualMetricsPort} on is free for metrics. Set TRANSLEDGER_METRICS_PORT.`);
};

/** The address of a page of metrics. */
export const metricsUrl = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}/metrics`;
