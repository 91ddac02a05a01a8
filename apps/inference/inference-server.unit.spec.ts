import { mkdtemp, rm, stat } from 'node:fs/promises';
import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2';
import { connect as connectSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ModelBusyError } from '#libs/ports/inference/inference.errors.js';
import { ModelMissingError, maxBodyBytes, paths } from '#libs/ports/inference/marian/inference-protocol.js';
import type { MarianModel, SentenceTranslation } from '#libs/ports/inference/marian/marian-models.js';
import { InferenceServer } from './inference-server.js';
import type { SentenceRequest } from './translation-work.js';

const translationOf = (text: string): SentenceTranslation => ({
  ...{ text: text.toUpperCase(), pieces: [], tokens: [], confidence: 1, limited: false },
});

let folder: string;
let server: InferenceServer;
let session: ClientHttp2Session;
/** The sentences that were asked for; they are translated when the test says so. */
let asked: (SentenceRequest & PromiseWithResolvers<SentenceTranslation>)[];
const logged = vi.fn();

const address = () => ({ path: join(folder, 'own', 'inference.sock') });

const serve = async (patience?: { beginMs: number; bodyMs: number; takeMs: number }) => {
  server = new InferenceServer({
    address: address(),
    work: {
      translate: (request) => {
        const one = { ...request, ...Promise.withResolvers<SentenceTranslation>() };
        asked.push(one);
        request.signal.addEventListener('abort', () => one.reject(request.signal.reason));
        return one.promise;
      },
    },
    models: () => [{ id: 'a' } as MarianModel],
    logger: { error: logged },
    ...(patience && { patience }),
  });
  await server.listen();
  session = connect('http://inference', { createConnection: () => connectSocket(address().path) });
  session.on('error', () => undefined);
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inference-'));
  asked = [];
  logged.mockClear();
  await serve();
});
afterEach(async () => {
  session.destroy();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const open = (path: string, method = 'POST'): ClientHttp2Stream => {
  const stream = session.request({ ':path': path, ':method': method });
  stream.on('error', () => undefined);
  return stream;
};

const statusOf = (stream: ClientHttp2Stream): Promise<number | undefined> =>
  new Promise((resolve) => {
    stream.once('response', (headers) => resolve(headers[':status']));
    stream.once('close', () => resolve(undefined));
  });

const body = (...sentences: string[]) =>
  JSON.stringify({ model: 'm', priority: 'interactive', organizationId: 'o', sentences });

const post = (path: string, content: string): ClientHttp2Stream => {
  const stream = open(path);
  stream.end(content);
  return stream;
};

const linesOf = async (stream: ClientHttp2Stream): Promise<unknown[]> =>
  (await textOf(stream))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

const untilAsked = (count: number) => vi.waitUntil(() => asked.length === count, { timeout: 30_000 });

describe('the inference server', () => {
  it('lists its models', async () => {
    expect(await linesOf(open(paths.models, 'GET'))).toEqual([{ models: [{ id: 'a' }] }]);
  });

  it('answers each sentence as soon as it is translated', async () => {
    const stream = post(paths.translate, body('one', 'two'));
    const lines = linesOf(stream);
    await untilAsked(2);
    expect(asked[0]).toMatchObject({
      model: 'm',
      line: { priority: 'interactive', organizationId: 'o' },
      isAlone: false,
    });
    asked[1]?.resolve(translationOf('two'));
    asked[0]?.resolve(translationOf('one'));
    expect(await lines).toEqual([
      { index: 1, translation: translationOf('two') },
      { index: 0, translation: translationOf('one') },
    ]);
  });

  it('streams tokens, then the translation', async () => {
    const lines = linesOf(post(paths.stream, body('one')));
    await untilAsked(1);
    expect(asked[0]?.isAlone).toBe(true);
    const token = { text: 'ONE', begin: 0, end: 3, probability: 1, piece: 0 };
    asked[0]?.onToken?.(token);
    asked[0]?.resolve(translationOf('one'));
    expect(await lines).toEqual([{ token }, { index: 0, translation: translationOf('one') }]);
  });

  it.each([
    [new ModelMissingError(), { kind: 'missing', message: 'The model is not installed' }],
    [new ModelBusyError('full'), { kind: 'busy', message: 'full' }],
  ])('an error ends the request and what of it still waits: %s', async (error, wire) => {
    const lines = linesOf(post(paths.translate, body('one', 'two')));
    await untilAsked(2);
    asked[0]?.reject(error);
    expect(await lines).toEqual([{ error: wire }]);
    expect(asked[1]?.signal.aborted).toBe(true);
    expect(logged).not.toHaveBeenCalled();
  });

  it('a fault of its own ends the request alone, and is logged', async () => {
    const stream = post(paths.translate, body('one'));
    await untilAsked(1);
    asked[0]?.reject(new TypeError('a mistake'));
    expect(await textOf(stream)).toBe('');
    expect(logged).toHaveBeenCalledOnce();
    expect(await linesOf(open(paths.models, 'GET'))).toHaveLength(1);
  });
});

describe('a client that leaves', () => {
  it.each([
    ['its request', (stream: ClientHttp2Stream) => stream.close(constants.NGHTTP2_CANCEL)],
    ['its stream', (stream: ClientHttp2Stream) => stream.destroy()],
    ['its connection', () => session.destroy()],
  ])('leaves %s: what was asked for is cancelled', async (_what, leave) => {
    const stream = post(paths.translate, body('one', 'two'));
    await untilAsked(2);
    leave(stream);
    await vi.waitUntil(() => asked.every(({ signal }) => signal.aborted), { timeout: 30_000 });
    expect(logged).not.toHaveBeenCalled();
  });
});

describe('what is refused', () => {
  it.each([
    ['another version of the protocol', '/2/translate', 'POST', 404],
    ['no path', '/', 'GET', 404],
    ['another method', paths.translate, 'PUT', 405],
    ['a list that is posted', paths.models, 'POST', 405],
  ])('%s', async (_what, path, method, status) => {
    const stream = open(path, method);
    expect(await statusOf(stream)).toBe(status);
  });

  it.each([
    ['no JSON', paths.translate, '{"model":', 400],
    ['nothing', paths.translate, '', 400],
    ['another shape', paths.translate, '[1]', 400],
    ['too many sentences', paths.translate, body(...Array.from({ length: 33 }, () => 'x')), 400],
    ['a stream of two', paths.stream, body('one', 'two'), 400],
    ['a sentence of no model’s length', paths.translate, body('x'.repeat(65_537)), 400],
    ['a body that is too long', paths.translate, 'x'.repeat(maxBodyBytes + 1), 413],
  ])('%s', async (_what, path, content, status) => {
    expect(await statusOf(post(path, content))).toBe(status);
    expect(asked).toEqual([]);
    expect(await linesOf(open(paths.models, 'GET'))).toHaveLength(1);
  });

  it('bodies that together are too much', async () => {
    const streams = Array.from({ length: 70 }, () => open(paths.translate));
    const statuses = streams.map(statusOf);
    for (const stream of streams) stream.write('x'.repeat(maxBodyBytes - 1));
    expect(await Promise.race(statuses)).toBe(503);
    for (const stream of streams) stream.close();
    expect(await linesOf(open(paths.models, 'GET'))).toHaveLength(1);
  });

  it.each([
    ['that are no HTTP/2', 'GET / HTTP/1.1\r\n\r\n'],
    ['that are none at all', '\0\xff'.repeat(10_000)],
    ['that begin as HTTP/2', `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${'\xff'.repeat(100)}`],
  ])('bytes %s end their own connection', async (_what, bytes) => {
    const socket = connectSocket(address().path);
    socket.on('error', () => undefined);
    socket.write(bytes, 'latin1');
    socket.resume();
    await new Promise((resolve) => socket.once('close', resolve));
    expect(await linesOf(open(paths.models, 'GET'))).toHaveLength(1);
  });
});

describe('who is slow', () => {
  beforeEach(async () => {
    session.destroy();
    await server.close();
    await serve({ beginMs: 50, bodyMs: 50, takeMs: 50 });
  });

  it('to begin a connection loses it, one that has begun may be silent', async () => {
    await linesOf(open(paths.models, 'GET'));
    const silent = connectSocket(address().path);
    silent.resume();
    await new Promise((resolve) => silent.once('close', resolve));
    expect(session.closed).toBe(false);
  });

  it('to send a body loses the request', async () => {
    const stream = open(paths.translate);
    stream.write('{"model":');
    await new Promise((resolve) => stream.once('close', resolve));
    expect([stream.rstCode, asked]).toEqual([constants.NGHTTP2_CANCEL, []]);
  });

  it('to take an answer that has its end loses it', async () => {
    const stream = post(paths.translate, body('one'));
    await untilAsked(1);
    asked[0]?.resolve(translationOf('x'.repeat(1_000_000)));
    await new Promise((resolve) => {
      stream.once('aborted', resolve);
      stream.once('close', resolve);
    });
    expect(stream.rstCode).toBe(constants.NGHTTP2_CANCEL);
  });
});

describe('its socket', () => {
  it('is for its owner alone', async () => {
    expect((await stat(address().path)).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, 'own'))).mode & 0o777).toBe(0o700);
  });

  it('is not taken from another process', async () => {
    const second = new InferenceServer({
      ...{ address: address(), work: { translate: () => expect.unreachable() }, models: () => [] },
      logger: { error: logged },
    });
    await expect(second.listen()).rejects.toThrow(/Another inference process listens/);
  });

  it('lets requests end when it closes, and takes no new ones', async () => {
    const lines = linesOf(post(paths.translate, body('one')));
    await untilAsked(1);
    const closed = server.close();
    asked[0]?.resolve(translationOf('one'));
    expect(await lines).toHaveLength(1);
    await closed;
    await expect(stat(address().path)).rejects.toThrow(/ENOENT/);
  });
});
