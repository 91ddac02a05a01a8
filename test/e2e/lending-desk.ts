import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { LentServices, ServiceSettings } from './lent-services.js';
import { PrintedOutput } from './printed-output.js';
import type { HeldService } from './running-service.js';

interface Request {
  act: 'borrow' | 'start again' | 'wait until ended';
  settings: ServiceSettings;
  borrower: number;
}

/** A service as another process is told of it. */
interface Told {
  dataDir: string;
  port: number;
  metricsPort: number;
  apiKey: string;
  pid: number;
  output: string;
}

const tell = ({ dataDir, port, metricsPort, apiKey, process }: HeldService): Told => ({
  dataDir,
  port,
  metricsPort,
  apiKey,
  pid: process.pid,
  output: process.printed.folder,
});

/** Lends services to the processes that run the files, by HTTP on a port of this machine. */
export const openLendingDesk = async (services: LentServices): Promise<{ url: string; close: () => void }> => {
  const answerTo = async ({ act, settings, borrower }: Request): Promise<Told | { code: number | null }> => {
    if (act === 'borrow') return tell(await services.borrow(settings, borrower));
    if (act === 'start again') return tell(await services.startAgain(settings));
    return { code: await services.ended(settings) };
  };
  const server = createServer(async (request, response) => {
    try {
      response.end(JSON.stringify(await answerTo((await json(request)) as Request)));
    } catch (error) {
      response.writeHead(500).end(error instanceof Error ? error.message : String(error));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, close };
};

const ask = async <T>(url: string, request: Request): Promise<T> => {
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(request) });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as T;
};

/** Borrows the service of these settings at that desk. */
export const borrowService = async (url: string, settings: ServiceSettings): Promise<HeldService> => {
  const request = { settings, borrower: process.pid };
  const ended = async () => (await ask<{ code: number | null }>(url, { ...request, act: 'wait until ended' })).code;
  const processOf = ({ pid, output }: Told) => ({ pid, printed: new PrintedOutput(output), ended });
  const told = await ask<Told>(url, { ...request, act: 'borrow' });
  const { dataDir, port, metricsPort, apiKey } = told;
  const startAgain = async () => processOf(await ask<Told>(url, { ...request, act: 'start again' }));
  return { dataDir, port, metricsPort, apiKey, process: processOf(told), startAgain };
};
