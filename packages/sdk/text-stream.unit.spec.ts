import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { Transledger } from './client.js';
import { TransledgerError } from './errors.js';

type Frame = Record<string, unknown>;
/** The server's answer to a frame of its n-th connection, counted from 1. */
type Answering = (frame: Frame, connection: Socket, number: number) => void;

class Socket {
  constructor(
    private readonly socket: WebSocket,
    private readonly number: number,
  ) {}

  send(...frames: Frame[]): void {
    for (const frame of frames) this.socket.send(JSON.stringify(frame));
  }

  raw(text: string): void {
    this.socket.send(text);
  }

  close(code: number): void {
    this.socket.close(code);
  }

  cut(): void {
    this.socket.terminate();
  }

  welcome(): void {
    this.send({ type: 'authenticated', organization_id: 'org_1', connection_id: `con_${this.number}` });
  }
}

const token = (text: string, index: number) => ({ type: 'token', id: '1', token: text, index });
const complete = { type: 'complete', id: '1', request_id: 'req_1', word_count: 4 };
const error = (code: string, status: number) => ({ type: 'error', code, message: `It is ${code}.`, status, id: '1' });
const request = { text: 'The house is big.', target: 'es' };

let server: WebSocketServer;
let received: Frame[];
let closes: number[];
let answering: Answering;
let client: Transledger;

beforeEach(async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  const ended: number[] = [];
  [received, closes] = [[], ended];
  let connections = 0;
  server.on('connection', (socket) => {
    connections += 1;
    const number = connections;
    const connection = new Socket(socket, number);
    socket.on('close', (code) => ended.push(code));
    socket.on('message', (data) => {
      const frame = JSON.parse(String(data)) as Frame;
      if (frame.type === 'auth') return connection.welcome();
      received.push(frame);
      answering(frame, connection, number);
    });
  });
  await once(server, 'listening');
  client = new Transledger({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    apiKey: 'tl_live_x',
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  for (const socket of server.clients) socket.terminate();
  server.close();
});

const piecesOf = async (stream = client.stream(request)): Promise<string[]> => {
  const pieces: string[] = [];
  for await (const piece of stream) pieces.push(piece);
  return pieces;
};
const failureOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(() => undefined).catch((thrown) => thrown);

describe('a stream', () => {
  it('gives the pieces as they come, and the whole at its end', async () => {
    answering = (_frame, connection) =>
      connection.send({ type: 'ping' }, token('La', 0), token(' casa', 1), { ...complete, model: 'm' });
    const stream = client.stream(request);
    expect(await piecesOf(stream)).toEqual(['La', ' casa']);
    expect(await stream.result()).toEqual({ translation: 'La casa', word_count: 4, model: 'm', requestId: 'req_1' });
    expect(received).toEqual([{ ...request, type: 'translate', id: '1' }]);
    await vi.waitUntil(() => closes.length === 1);
    expect(closes).toEqual([1000]);
  });

  it('that broke is resumed from the piece that comes next, without repetition', async () => {
    answering = ({ type }, connection) => {
      if (type === 'translate') connection.send(token('La', 0), token(' casa', 1));
      if (type === 'translate') setTimeout(() => connection.cut(), 20);
      if (type === 'resume') connection.send(token(' es', 2), complete);
    };
    expect(await piecesOf()).toEqual(['La', ' casa', ' es']);
    expect(received.at(-1)).toEqual({ type: 'resume', connection_id: 'con_1', id: '1', index: 2 });
  });

  it('that can be resumed no more is translated again, and goes on behind what was given out', async () => {
    answering = ({ type }, connection, number) => {
      if (type === 'resume') return connection.send(error('not_found', 404));
      connection.send(token('La', 0), token(' casa', 1));
      if (number === 1) connection.close(1012);
      else connection.send(token(' es', 2), complete);
    };
    const stream = client.stream(request);
    expect(await piecesOf(stream)).toEqual(['La', ' casa', ' es']);
    expect(received.map(({ type }) => type)).toEqual(['translate', 'resume', 'translate']);
    expect(await stream.result()).toMatchObject({ translation: 'La casa es' });
  });

  it('that is translated again and says something else ends, rather than mix two translations', async () => {
    answering = ({ type }, connection, number) => {
      if (type === 'resume') return connection.send(error('not_found', 404));
      if (number > 1) return connection.send(token('El', 0), token(' hogar', 1), complete);
      connection.send(token('La', 0));
      setTimeout(() => connection.cut(), 20);
    };
    expect(await failureOf(piecesOf())).toMatchObject({ code: 'connection_failed', retryable: false });
  });

  it('that falls silent is resumed on another connection, and the old one is left as broken', async () => {
    answering = ({ type }, connection) => {
      if (type === 'translate') connection.send(token('La', 0));
      if (type === 'resume') connection.send(token(' casa', 1), complete);
    };
    expect(await piecesOf(client.stream(request, { attemptTimeout: 100 }))).toEqual(['La', ' casa']);
    await vi.waitUntil(() => closes.length === 2);
    expect(closes).toEqual([4000, 1000]);
  });

  it('is begun again after an error that passes', async () => {
    answering = (_frame, connection, number) =>
      number === 1 ? connection.send(error('service_unavailable', 503)) : connection.send(token('La', 0), complete);
    expect(await piecesOf()).toEqual(['La']);
  });

  it.each([
    ['invalid_language', 400],
    ['quota_exceeded', 429],
    ['invalid_api_key', 401],
  ])('ends with the error %s', async (code, status) => {
    answering = (_frame, connection) => connection.send(error(code, status));
    const failure = await failureOf(client.stream(request).result());
    expect(failure).toBeInstanceOf(TransledgerError);
    expect(failure).toMatchObject({ code, status, retryable: false });
    expect(received).toHaveLength(1);
  });

  it('of frames that are not JSON is given up after the retries', async () => {
    answering = (_frame, connection) => connection.raw('hello');
    const failure = await failureOf(client.stream(request, { maxRetries: 1 }).result());
    expect(failure).toMatchObject({ message: 'The stream broke: a frame is not JSON.', retryable: true });
    expect(received).toHaveLength(2);
  });

  it('that the caller leaves is cancelled', async () => {
    answering = (_frame, connection) => connection.send(token('La', 0), token(' casa', 1));
    const stream = client.stream(request);
    for await (const piece of stream) if (piece === 'La') break;
    await vi.waitUntil(() => closes.length === 1);
    expect(closes).toEqual([1000]);
    await expect(stream.result()).rejects.toThrow('it was left before its end');
  });

  it('ends with the reason of its signal, and is cancelled', async () => {
    const ended = new AbortController();
    answering = () => ended.abort(new Error('enough'));
    expect(await failureOf(piecesOf(client.stream(request, { signal: ended.signal })))).toMatchObject({
      message: 'enough',
    });
    await vi.waitUntil(() => closes.length === 1);
    expect(closes).toEqual([1000]);
  });
});
