import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2';
import { connect as connectSocket } from 'node:net';
import { type InferenceAddress, isOwnFolderOf } from './inference-address.js';
import { type Line, maxLineBytes, readLine } from './inference-protocol.js';

/** The process has gone, or never answered: what it was asked may be asked again. */
export class NodeLostError extends Error {
  override readonly name = 'NodeLostError';
}

/** Milliseconds that a connection may take to come about, and that a process may be silent for while it has work. */
const connectWithinMs = 2_000;
const silentForMs = 10_000;

/** One inference process, over one connection that is made again when it is lost. */
export class InferenceNode {
  private session: ClientHttp2Session | undefined;
  private connecting: Promise<ClientHttp2Session> | undefined;
  private isClosed = false;
  /** Requests under way. */
  inFlight = 0;

  constructor(private readonly address: InferenceAddress) {}

  /** Resolves when the process takes requests. @throws NodeLostError */
  async reach(): Promise<void> {
    await this.connected();
  }

  /**
   * Sends a request and yields the lines of its answer as the reader takes them; a reader that leaves ends it.
   * @throws NodeLostError, the signal's reason
   */
  async *ask(path: string, body: object | undefined, signal: AbortSignal): AsyncGenerator<Line, void, undefined> {
    const session = await this.connected();
    signal.throwIfAborted();
    const stream = this.open(session, path, body);
    const onAbort = () => {
      stream.close(constants.NGHTTP2_CANCEL);
      stream.destroy(signal.reason instanceof Error ? signal.reason : new Error('The request was cancelled'));
    };
    signal.addEventListener('abort', onAbort, { once: true });
    this.inFlight += 1;
    // A program that has nothing else to do waits for the answer, and not for another request.
    session.ref();
    try {
      yield* linesOf(stream);
    } catch (error) {
      signal.throwIfAborted();
      throw error instanceof NodeLostError ? error : new NodeLostError('The inference process has gone');
    } finally {
      this.inFlight -= 1;
      // A connection that has taken the place of this one may have been asked meanwhile, and be done.
      if (this.inFlight === 0) for (const idle of [session, this.session]) idle?.unref();
      signal.removeEventListener('abort', onAbort);
      if (!stream.closed) stream.close(constants.NGHTTP2_CANCEL);
    }
  }

  close(): void {
    this.isClosed = true;
    this.session?.destroy();
  }

  private open(session: ClientHttp2Session, path: string, body: object | undefined): ClientHttp2Stream {
    try {
      const stream = session.request({ ':path': path, ':method': body === undefined ? 'GET' : 'POST' });
      // Whoever reads the lines hears of it.
      stream.on('error', () => undefined);
      stream.end(body === undefined ? undefined : JSON.stringify(body));
      return stream;
    } catch {
      throw new NodeLostError('The inference process takes no more requests');
    }
  }

  private connected(): Promise<ClientHttp2Session> {
    const { session } = this;
    if (session !== undefined && !session.closed && !session.destroyed) return Promise.resolve(session);
    this.connecting ??= this.connect().finally(() => {
      this.connecting = undefined;
    });
    return this.connecting;
  }

  private async connect(): Promise<ClientHttp2Session> {
    const { address } = this;
    if (this.isClosed) throw new NodeLostError('The client was closed');
    if ('path' in address && !isOwnFolderOf(address.path))
      throw new NodeLostError('The inference process does not listen');
    const socket = connectSocket(address);
    const session = connect('http://inference', { createConnection: () => socket });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const lose = () => reject(new NodeLostError('The inference process does not answer'));
    session.on('error', lose);
    session.once('close', lose);
    // Its settings come first: they say how many requests it takes.
    session.once('remoteSettings', () => resolve());
    const late = setTimeout(lose, connectWithinMs);
    try {
      await promise;
    } catch (error) {
      session.destroy();
      throw error;
    } finally {
      clearTimeout(late);
    }
    if (this.isClosed) {
      session.destroy();
      throw new NodeLostError('The client was closed');
    }
    session.unref();
    this.watch(session);
    this.session = session;
    return session;
  }

  /** Drops a connection whose process, stopped or stuck, answers nothing while it has work. */
  private watch(session: ClientHttp2Session): void {
    let isAwaited = false;
    const timer = setInterval(() => {
      if (isAwaited) session.destroy();
      else if (this.inFlight > 0 && !session.destroyed) {
        isAwaited = true;
        session.ping(() => {
          isAwaited = false;
        });
      }
    }, silentForMs / 2);
    timer.unref();
    session.once('close', () => clearInterval(timer));
  }
}

/** Reads the lines of an answer. @throws NodeLostError where it is none of the protocol */
const linesOf = async function* (stream: ClientHttp2Stream): AsyncGenerator<Line, void, undefined> {
  let status: unknown;
  stream.once('response', (headers) => {
    status = headers[':status'];
  });
  let rest = '';
  stream.setEncoding('utf8');
  for await (const part of stream as AsyncIterable<string>) {
    assertAccepted(status);
    const [first = '', ...others] = part.split('\n');
    rest += first;
    if (rest.length > maxLineBytes) throw new NodeLostError('The inference process sends a line without end');
    for (const next of others) {
      yield lineOf(rest);
      rest = next;
    }
  }
  assertAccepted(status);
  if (rest !== '') throw new NodeLostError('The inference process has sent half a line');
};

const assertAccepted = (status: unknown): void => {
  if (status === 404) throw new NodeLostError('The inference process is of another version');
  if (status !== 200) throw new NodeLostError(`The inference process refuses the request (${String(status)})`);
};

const lineOf = (json: string): Line => {
  const line = readLine(json);
  if (line === undefined) throw new NodeLostError('The inference process sends what is no answer');
  return line;
};
