import { createServer, type Server } from 'node:http';
import type { ReadinessReport } from '#libs/platform/process/dependency-health.js';
import { type Audience, type HealthAnswer, healthAnswer } from './health-answer.js';

/** Milliseconds after which the server opens; a start without trouble is over by then. */
const openAfterMs = 500;
const retryAfterSeconds = 5;

const notReady: ReadinessReport = {
  status: 'not_ready',
  dependencies: {
    database: {
      status: 'unavailable',
      code: 'service_unavailable',
      reason: 'PostgreSQL does not answer, or this process is not done with its start. It goes on by itself.',
    },
  },
};

export interface StartupServerOptions {
  host: string;
  port: number;
  /** The readers who can reach the port. */
  audience: Audience;
  /** Body of the 503 for a request for anything but health; none when omitted. */
  refusal?: () => object;
}

const answerTo = async (path: string | undefined, { audience, refusal }: StartupServerOptions): Promise<HealthAnswer> =>
  (await healthAnswer(path, async () => notReady, audience)) ?? { status: 503, body: refusal?.() ?? {} };

const open = (options: StartupServerOptions): Server => {
  const server = createServer(async (request, response) => {
    const { status, body } = await answerTo(request.url, options);
    response.writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      connection: 'close',
      ...(status === 503 ? { 'retry-after': String(retryAfterSeconds) } : {}),
    });
    response.end(JSON.stringify(body));
  });
  // The port may be taken; the server that listens on it afterwards will report that.
  server.on('error', () => undefined);
  return server.listen(options.port, options.host);
};

/** Says, in place of the server to come, that the process is alive and what it waits for, while `work` takes long. */
export const serveNotReadyDuring = async <T>(room: StartupServerOptions | undefined, work: Promise<T>): Promise<T> => {
  if (room === undefined) return work;
  let server: Server | undefined;
  const timer = setTimeout(() => {
    server = open(room);
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
