import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Registry } from 'prom-client';
import type { Settings } from '#libs/platform/config/settings.js';
import { healthAnswer } from './health-answer.js';
import { MetricsPage, metricsMediaType } from './metrics-page.js';
import type { Readiness } from './readiness.js';
import { isUnsupervised } from './unsupervised.js';

interface OperationsServerOptions {
  host: string;
  port: number;
  registry: Registry;
  readiness: Pick<Readiness, 'report'>;
}

/**
 * Serves `/metrics`, `/health/live` and `/health/ready` with its reasons, of one process, for those who operate it. Resolves once it
 * listens, and rejects when the port is taken.
 */
export const serveOperations = async ({
  host,
  port,
  registry,
  readiness,
}: OperationsServerOptions): Promise<Server> => {
  const metrics = new MetricsPage(registry);
  const answer = async (path: string, response: ServerResponse): Promise<void> => {
    if (path === '/metrics') {
      const page = await metrics.text();
      response.writeHead(200, { 'content-type': metricsMediaType }).end(page);
      return;
    }
    const health = await healthAnswer(path, () => readiness.report(), 'operators');
    if (health === undefined) response.writeHead(404).end();
    else {
      const { status, body } = health;
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
    }
  };
  const server = createServer((request, response) => {
    answer(request.url ?? '', response).catch(() => response.writeHead(500).end());
  });
  server.listen(port, host);
  await once(server, 'listening');
  return server;
};

/** Address of the operations server of a role without an API: the metrics port, unless a supervisor collects. */
export const operationsAddress = ({ TRANSLEDGER_METRICS_HOST: host, TRANSLEDGER_METRICS_PORT: port }: Settings) =>
  port !== undefined && isUnsupervised() ? ({ host, port, audience: 'operators' } as const) : undefined;
