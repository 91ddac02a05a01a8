import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { constants, createServer, type Http2Server, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import { connect, type Socket } from 'node:net';
import { dirname } from 'node:path';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import { type InferenceAddress, isOwnFolderOf } from '#libs/ports/inference/marian/inference-address.js';
import {
  type Line,
  maxBodyBytes,
  paths,
  readTranslateBody,
  type TranslateBody,
  wireErrorOf,
} from '#libs/ports/inference/marian/inference-protocol.js';
import type { MarianModel } from '#libs/ports/inference/marian/marian-models.js';
import type { TranslationWork } from './translation-work.js';

/** Connections of clients, requests of each at once, and memory of each for headers and what waits to be sent. */
const maxConnections = 256;
const maxRequests = 1_024;
const maxSessionMebibytes = 32;
/** Requests that a client may cancel: at once, and in a second. More is no client of ours. */
const maxResets = { burst: 10_000, rate: 1_000 };
/** Bytes of all bodies that have not come whole. */
const maxBodiesBytes = 64 * 1024 * 1024;
/** Milliseconds in which a connection has to begin, the body of a request to come, and a client to take some of an answer that has its end. */
const patience = { beginMs: 10_000, bodyMs: 30_000, takeMs: 60_000 };
/** Milliseconds of silence after which a connection is tried. */
const keepAliveMs = 60_000;
/** Milliseconds that requests under way have when the process stops. */
const drainMs = 10_000;

interface InferenceServerOptions {
  address: InferenceAddress;
  work: Pick<TranslationWork, 'translate'>;
  models: () => readonly MarianModel[];
  logger: Pick<Logger, 'error'>;
  patience?: typeof patience;
}

/** Whether something takes connections at the path. */
const answers = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path);
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });

/** Answers the clients of the models, as `inference-protocol.ts` says. */
export class InferenceServer {
  private readonly server: Http2Server;
  private readonly sessions = new Set<ServerHttp2Session>();
  /** Bytes of the bodies that have not come whole. */
  private bodies = 0;

  private readonly patience: typeof patience;

  constructor(private readonly options: InferenceServerOptions) {
    this.patience = options.patience ?? patience;
    this.server = createServer({
      maxSessionMemory: maxSessionMebibytes,
      settings: { maxConcurrentStreams: maxRequests, enablePush: false },
      streamResetBurst: maxResets.burst,
      streamResetRate: maxResets.rate,
    });
    this.server.maxConnections = maxConnections;
    this.server.on('connection', (socket: Socket) => socket.setKeepAlive(true, keepAliveMs));
    this.server.on('session', (session) => {
      this.sessions.add(session);
      const late = setTimeout(() => session.destroy(), this.patience.beginMs);
      session.once('remoteSettings', () => clearTimeout(late));
      session.on('error', () => session.destroy());
      session.once('close', () => {
        clearTimeout(late);
        this.sessions.delete(session);
      });
    });
    // Bytes that are not HTTP/2 end their connection, and are nothing to log.
    this.server.on('sessionError', () => undefined);
    this.server.on('stream', (stream, headers) => {
      stream.on('error', () => undefined);
      void this.answer(stream, String(headers[':method']), String(headers[':path']));
    });
  }

  /** Rejects when the address is taken. */
  async listen(): Promise<void> {
    const { address } = this.options;
    if ('path' in address) await this.prepare(address.path);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.server.once('error', reject);
    // The socket is made within `listen`, for its owner alone.
    const umask = process.umask(0o177);
    try {
      this.server.listen('path' in address ? { path: address.path } : address, resolve);
    } finally {
      process.umask(umask);
    }
    await promise;
    this.server.off('error', reject);
    this.server.on('error', (error) => this.options.logger.error({ err: error }, 'the inference server has failed'));
    if ('path' in address) chmodSync(address.path, 0o600);
  }

  /** Takes no new request, and lets those under way end, for a while; clients ask what is left again. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    for (const session of this.sessions) session.close();
    const late = setTimeout(() => {
      for (const session of this.sessions) session.destroy();
    }, drainMs);
    await closed;
    clearTimeout(late);
  }

  private async prepare(path: string): Promise<void> {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    if (!isOwnFolderOf(path)) throw new Error(`The folder of the socket ${path} belongs to another user.`);
    if (await answers(path)) throw new Error(`Another inference process listens at ${path}.`);
    rmSync(path, { force: true });
  }

  private async answer(stream: ServerHttp2Stream, method: string, path: string): Promise<void> {
    try {
      if (path === paths.models) return method === 'GET' ? this.list(stream) : refuse(stream, 405);
      if (path !== paths.translate && path !== paths.stream) return refuse(stream, 404);
      if (method !== 'POST') return refuse(stream, 405);
      const json = await this.bodyOf(stream);
      if (typeof json === 'number') return refuse(stream, json);
      const body = readTranslateBody(json);
      if (body === undefined || (path === paths.stream && body.sentences.length !== 1)) return refuse(stream, 400);
      await this.translate(stream, body, path === paths.stream);
    } catch (error) {
      if (!stream.destroyed) this.options.logger.error({ err: error }, 'a request for a translation failed');
      stream.close();
    }
  }

  /** Reads the body of a request, or returns the status that refuses it. */
  private async bodyOf(stream: ServerHttp2Stream): Promise<string | number> {
    const parts: Buffer[] = [];
    let size = 0;
    const late = setTimeout(() => stream.close(constants.NGHTTP2_CANCEL), this.patience.bodyMs);
    try {
      for await (const part of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        size += part.length;
        this.bodies += part.length;
        if (size > maxBodyBytes) return 413;
        if (this.bodies > maxBodiesBytes) return 503;
        parts.push(part);
      }
      return Buffer.concat(parts).toString('utf8');
    } finally {
      clearTimeout(late);
      this.bodies -= size;
    }
  }

  private list(stream: ServerHttp2Stream): void {
    stream.respond({ ':status': 200 });
    stream.end(lineOf({ models: this.options.models() }));
  }

  private async translate(stream: ServerHttp2Stream, body: TranslateBody, isStream: boolean): Promise<void> {
    const gone = new AbortController();
    const { signal } = gone;
    const leave = () => gone.abort(new Error('The client has gone'));
    stream.once('close', leave);
    if (stream.destroyed) return;
    stream.respond({ ':status': 200 });
    const { model, priority, organizationId } = body;
    const line = { priority, organizationId };
    const write = (content: Line) => void (stream.writable && stream.write(lineOf(content)));
    try {
      await Promise.all(
        body.sentences.map(async (text, index) => {
          const onToken = isStream
            ? { onToken: (token: Extract<Line, { token: unknown }>['token']) => write({ token }) }
            : {};
          const request = { model, line, text, signal, isAlone: isStream, ...onToken };
          write({ index, translation: await this.options.work.translate(request) });
        }),
      );
    } catch (error) {
      if (signal.aborted) return;
      const wire = wireErrorOf(error);
      if (wire === undefined) throw error;
      write({ error: wire });
    } finally {
      stream.off('close', leave);
      // What of the request still waits ends with it.
      leave();
    }
    stream.end();
    stream.setTimeout(this.patience.takeMs, () => stream.close(constants.NGHTTP2_CANCEL));
  }
}

const lineOf = (line: Line): string => `${JSON.stringify(line)}\n`;

const refuse = (stream: ServerHttp2Stream, status: number): void => {
  stream.respond({ ':status': status }, { endStream: true });
  // The rest of its body is not read.
  if (!stream.readableEnded) stream.close();
};
