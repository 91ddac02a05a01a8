import { createServer, type ServerResponse } from 'node:http';
import type { Registry } from 'prom-client';
import type { Settings } from '#libs/platform/config/settings.js';
import { type Dependency, readinessReport } from '#libs/platform/process/dependency-health.js';
import { mergeMetrics } from '#libs/platform/telemetry/metrics.js';
import { healthAnswer } from './health-answer.js';
import { isUnsupervised } from './unsupervised.js';

interface OperationsServerOptions {
  host: string;
  port: number;
  registry: Registry;
  dependencies: readonly Dependency[];
}

/** Serves `/metrics`, `/health/live` and `/health/ready` of one process, for its monitoring. */
export const serveOperations = ({ host, port, registry, dependencies }: OperationsServerOptions) => {
  const answer = async (path: string, response: ServerResponse): Promise<void> => {
    if (path === '/metrics') {
      const page = await mergeMetrics([await registry.getMetricsAsJSON()]);
      response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(page);
      return;
    }
    const health = await healthAnswer(path, () => readinessReport(dependencies));
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
  return server;
};

/** Address of the operations server of a role without an API: the metrics port, unless a supervisor collects. */
export const operationsAddress = ({ HOST: host, TRANSLEDGER_METRICS_PORT: port }: Settings) =>
  port !== undefined && isUnsupervised() ? { host, port } : undefined;
