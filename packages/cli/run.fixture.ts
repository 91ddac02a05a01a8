import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { runCommandLine } from './command-line.js';
import type { Io } from './io.js';
import { pauseFor } from './pause.js';

/** A request as the local service got it. */
export interface GotRequest {
  method: string;
  /** Path without the query. */
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/** A response as it is sent; any other object is the data of an answer. */
export class RawAnswer {
  constructor(
    readonly status: number,
    readonly body: string | Buffer,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}
}

/** Answers a request: with data or a response, or with nothing where it is not this handler's. */
export type Answering = (request: GotRequest) => Promise<object | undefined> | object | undefined;

/** An error as the service answers it. */
export const refusal = (status: number, code: string, headers: Record<string, string> = {}): RawAnswer =>
  new RawAnswer(status, JSON.stringify({ error: { code, message: `It says ${code}.` }, meta: {} }), headers);

/** A file as the service answers it. */
export const fileAnswer = (body: string | Buffer, headers: Record<string, string> = {}): RawAnswer =>
  new RawAnswer(200, body, { 'content-type': 'text/plain; charset=utf-8', ...headers });

const rawOf = (answer: object): RawAnswer =>
  answer instanceof RawAnswer
    ? answer
    : new RawAnswer(200, JSON.stringify({ data: answer, meta: { request_id: 'req_1' } }));

/** A service on this machine that answers as a test says. */
export class LocalService {
  readonly got: GotRequest[] = [];

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(answering: Answering): Promise<LocalService> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const service = new LocalService(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on('request', (request, response) => void service.answer(request, response, answering));
    return service;
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private async answer(request: IncomingMessage, response: ServerResponse, answering: Answering): Promise<void> {
    const { pathname, searchParams: query } = new URL(request.url ?? '', this.url);
    const { method = '', headers } = request;
    const got = { method, path: pathname, query, headers, body: await buffer(request) };
    this.got.push(got);
    const { status, headers: own, body } = rawOf((await answering(got)) ?? refusal(404, 'not_found'));
    response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'req_1', ...own });
    response.end(body);
  }
}

export interface RunOptions {
  service?: LocalService | undefined;
  stdin?: string;
  /** Whether a person sits at the terminal. */
  isTerminal?: boolean;
  env?: Record<string, string>;
  signal?: AbortSignal;
  now?: () => number;
  pause?: Io['pause'];
}

/** A folder of one test, with the files of the program below it. */
export class RunFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'transledger-cli-'));

  get env(): Record<string, string> {
    return { XDG_CONFIG_HOME: join(this.path, 'config'), XDG_STATE_HOME: join(this.path, 'state') };
  }

  /** Runs the program in this process. */
  async run(
    args: readonly string[],
    options: RunOptions = {},
  ): Promise<{ code: number; stdout: string; stderr: string }> {
    const { service, stdin = '', isTerminal = false } = options;
    const printed = { stdout: '', stderr: '' };
    const sink = (to: 'stdout' | 'stderr') => ({
      isTTY: isTerminal,
      write: (bytes: string | Uint8Array) => {
        printed[to] += typeof bytes === 'string' ? bytes : Buffer.from(bytes).toString();
        return true;
      },
      once: () => undefined,
    });
    const code = await runCommandLine(args, {
      stdin: Object.assign(Readable.from(stdin === '' ? [] : [stdin]), { isTTY: isTerminal }),
      stdout: sink('stdout'),
      stderr: sink('stderr'),
      env: {
        ...this.env,
        ...(service && { TRANSLEDGER_URL: service.url, TRANSLEDGER_API_KEY: 'tl_live_key' }),
        ...options.env,
      },
      signal: options.signal ?? new AbortController().signal,
      now: options.now ?? Date.now,
      pause: options.pause ?? pauseFor,
    });
    return { code, ...printed };
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

/** The lines of JSON of an output. */
export const jsonLinesOf = (text: string): Record<string, unknown>[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
