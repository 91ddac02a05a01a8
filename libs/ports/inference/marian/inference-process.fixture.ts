import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Http2Server, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { dictionaryTranslation, marianModel } from './contract/dictionary-models.js';
import { type Line, paths, type TranslateBody } from './inference-protocol.js';
import type { MarianModel } from './marian-models.js';

/** A request that a test answers, line by line. */
export interface AskedProcess {
  path: string;
  body: TranslateBody;
  stream: ServerHttp2Stream;
  say: (...lines: Line[]) => void;
}

/** A process of models that does what a test says; by itself it translates by the dictionary. */
export class InferenceProcess {
  readonly asked: AskedProcess[] = [];
  models: MarianModel[] = [marianModel('en', 'es', 'tiny')];
  /** Answers a request; `translated` where it is not given. */
  answer: (asked: AskedProcess) => void = translated;
  isOfAnotherVersion = false;
  private server: Http2Server | undefined;
  private readonly sessions = new Set<ServerHttp2Session>();

  private constructor(private readonly folder: string) {}

  static async start(): Promise<InferenceProcess> {
    const process = new InferenceProcess(await mkdtemp(join(tmpdir(), 'models-')));
    await process.listen();
    return process;
  }

  get address(): { path: string } {
    return { path: join(this.folder, 'inference.sock') };
  }

  async listen(): Promise<void> {
    const server = createServer();
    server.on('session', (session) => {
      this.sessions.add(session);
      session.on('error', () => undefined);
    });
    server.on('stream', async (stream, headers) => {
      stream.on('error', () => undefined);
      const say = (...lines: Line[]) => void stream.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
      const path = String(headers[':path']);
      if (this.isOfAnotherVersion) {
        stream.respond({ ':status': 404 }, { endStream: true });
        return;
      }
      if (path === paths.models) {
        stream.respond({ ':status': 200 });
        say({ models: this.models });
        stream.end();
        return;
      }
      const body = JSON.parse(await text(stream)) as TranslateBody;
      const asked = { path, body, stream, say };
      this.asked.push(asked);
      if (!stream.destroyed) this.answer(asked);
    });
    await new Promise<void>((resolve) => server.listen(this.address.path, resolve));
    this.server = server;
  }

  /** Ends as a process does that is killed: connections break, and nothing more is heard. */
  async die(): Promise<void> {
    for (const session of this.sessions) session.destroy();
    this.sessions.clear();
    await new Promise((resolve) => this.server?.close(resolve));
  }

  async remove(): Promise<void> {
    await this.die();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Answers with the dictionary, as the process does. */
export const translated = ({ path, body, stream, say }: AskedProcess): void => {
  stream.respond({ ':status': 200 });
  for (const [index, sentence] of body.sentences.entries()) {
    const translation = dictionaryTranslation(sentence);
    if (path === paths.stream) say(...translation.tokens.map((token) => ({ token })));
    say({ index, translation });
  }
  stream.end();
};
