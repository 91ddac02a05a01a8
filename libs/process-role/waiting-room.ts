import { createServer, type Server } from 'node:http';
import { newId } from '#libs/administration/ledger.js';
import type { Settings } from '#libs/config/settings.js';
import { Rejection } from '#libs/error-catalogue/rejection.js';
import type { ReadinessReport } from '#libs/health/dependency-health.js';

/** A start that goes well is over by then. */
const openAfterMs = 500;
const retryAfterSeconds = 5;

const notReady: ReadinessReport = {
  status: 'unavailable',
  dependencies: {
    database: {
      status: 'unavailable',
      code: 'service_unavailable',
      reason: 'PostgreSQL does not answer. The API goes on by itself when it does.',
    },
  },
};

const answerTo = (path: string | undefined): { status: number; body: object } => {
  if (path === '/health/live') return { status: 200, body: { status: 'ok' } };
  if (path === '/health/ready') return { status: 503, body: notReady };
  const { code, message, status } = new Rejection('service_unavailable');
  return { status, body: { error: { code, message, status }, meta: { request_id: newId('req') } } };
};

const open = ({ HOST, PORT }: Settings): Server => {
  const server = createServer((request, response) => {
    const { status, body } = answerTo(request.url);
    response.writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      connection: 'close',
      ...(status === 503 ? { 'retry-after': String(retryAfterSeconds) } : {}),
    });
    response.end(JSON.stringify(body));
  });
  // The port may be taken; who comes to listen on it afterwards will say so.
  server.on('error', () => undefined);
  return server.listen(PORT, HOST);
};

/** Answers on the API's port, that it is alive and what it waits for, while `work` takes long. */
export const whileWaiting = async <T>(settings: Settings, work: Promise<T>): Promise<T> => {
  let server: Server | undefined;
  const timer = setTimeout(() => {
    server = open(settings);
  }, openAfterMs);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
    await new Promise<void>((resolve) => {
      if (server === undefined) return resolve();
      server.close(() => resolve());
      server.closeAllConnections();
    });
  }
};
