import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Received {
  method: string;
  path: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: string;
}

/** An answer, or the lack of one, to a request. */
export type Answering = (response: ServerResponse, request: IncomingMessage) => void;

/** Answers as the service does. */
export const says =
  (data: object, status = 200, headers: Record<string, string> = {}): Answering =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify({ data, meta: { request_id: 'req_1' } }));
  };

export const refuses =
  (status: number, code: string, headers: Record<string, string> = {}, details?: object): Answering =>
  (response) => {
    const error = { code, message: `It is ${code}.`, status, details };
    response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'req_2', ...headers });
    response.end(JSON.stringify({ error, meta: { request_id: 'req_2' } }));
  };

export const cuts: Answering = (response) => response.destroy();

/** Begins an answer, and cuts the connection in the middle of its body. */
export const cutsHalfWay: Answering = (response) => {
  response.writeHead(200, { 'content-length': '100' });
  response.write('{"data": {', () => response.destroy());
};

/** Accepts a request, and says nothing. */
export const keepsSilent: Answering = () => {};

/** A server on this machine that answers each request as the next of its answers says, and any further one as the last. */
export class HostileServer {
  readonly received: Received[] = [];
  private answers: readonly Answering[] = [];
  private readonly server = createServer((request, response) => void this.answer(request, response));

  static async start(): Promise<HostileServer> {
    const hostile = new HostileServer();
    hostile.server.listen(0, '127.0.0.1');
    await once(hostile.server, 'listening');
    return hostile;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  willAnswer(...answers: readonly Answering[]): void {
    this.answers = answers;
    this.received.length = 0;
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: path = '', headers } = request;
    const body = await text(request).catch(() => '');
    this.received.push({ method, path, headers, body });
    const answering = this.answers[Math.min(this.received.length, this.answers.length) - 1];
    answering?.(response, request);
  }
}
