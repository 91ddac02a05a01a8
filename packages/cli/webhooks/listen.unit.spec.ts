import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { verifyWebhook, WebhookVerificationError } from '@transledger/sdk';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { jsonLinesOf, LocalService, RunFolder, refusal } from '../run.fixture.js';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

/** A receiver on this machine that verifies what it gets. */
class Receiver {
  readonly took: string[] = [];
  /** Statuses of its next answers; 204 when none is left. */
  readonly statuses: number[] = [];

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<Receiver> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const receiver = new Receiver(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`);
    server.on('request', async (request, response) => {
      const body = await buffer(request);
      const status = receiver.statuses.shift() ?? 204;
      try {
        verifyWebhook(body, request.headers, secret);
        if (status === 204) receiver.took.push(`${request.headers['webhook-sequence']} ${body}`);
        response.writeHead(status).end();
      } catch (error) {
        if (error instanceof WebhookVerificationError) response.writeHead(401).end();
      }
    });
    return receiver;
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}

let folder: RunFolder;
let service: LocalService;
let receiver: Receiver;
/** Sequences that the service has, and an answer in the place of the next ones. */
let sequences: number[];
let instead: (() => Promise<object | undefined> | object | undefined)[];
let created: number;
beforeEach(async () => {
  folder = new RunFolder();
  [sequences, instead, created] = [[], [], 0];
  receiver = await Receiver.start();
  service = await LocalService.start(async ({ method, path, query }) => {
    if (method === 'POST') {
      created += 1;
      return { id: `whk_${created}`, secret };
    }
    if (!/^\/v1\/webhooks\/whk_\d\/messages$/.test(path)) return undefined;
    const own = await instead.shift()?.();
    if (own !== undefined) return own;
    const after = Number(query.get('after'));
    const messages = sequences
      .filter((sequence) => sequence > after)
      .map((sequence) => ({
        id: `whd_${sequence}`,
        sequence,
        timestamp: 1,
        signature: 'v1,old',
        payload: `{"n":${sequence}}`,
      }));
    return { messages, next: messages.at(-1)?.sequence ?? after };
  });
});
afterEach(() => {
  vi.useRealTimers();
  service.stop();
  receiver.stop();
  folder.remove();
});

const noPause = async (): Promise<void> => undefined;
const listen = (...more: string[]) =>
  folder.run(['webhooks', 'listen', '--forward-to', receiver.url, '--once', ...more], { service, pause: noPause });

describe('a listener', () => {
  it('each message is forwarded once, in its order, with a signature of now', async () => {
    sequences = [1, 2, 3];
    const { code, stdout, stderr } = await listen();
    expect([code, receiver.took]).toEqual([0, ['1 {"n":1}', '2 {"n":2}', '3 {"n":3}']]);
    expect(jsonLinesOf(stdout)).toMatchObject([{ sequence: 1, payload: { n: 1 } }, { sequence: 2 }, { sequence: 3 }]);
    expect(stderr).toContain(`Its secret is ${secret}`);
  });

  it('the next run goes on where this one ended, with the same webhook', async () => {
    sequences = [1, 2];
    await listen();
    sequences = [1, 2, 3];
    await listen();
    expect([created, receiver.took]).toEqual([1, ['1 {"n":1}', '2 {"n":2}', '3 {"n":3}']]);
    const places = join(folder.path, 'state/transledger/webhooks');
    const [place = ''] = readdirSync(places);
    expect(statSync(join(places, place)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(join(places, place), 'utf8'))).toMatchObject({ after: 3 });
  });

  it('other events, or another receiver, have a place of their own', async () => {
    await listen();
    await listen('--events', 'compliance.report_ready');
    await folder.run(['webhooks', 'listen', '--once'], { service });
    expect(created).toBe(3);
  });

  it('a receiver that does not take a message gets it until it does, before any later one', async () => {
    sequences = [1, 2];
    receiver.statuses.push(500, 404, 302);
    const { code, stderr } = await listen();
    expect([code, receiver.took]).toEqual([0, ['1 {"n":1}', '2 {"n":2}']]);
    expect(stderr).toContain('did not take message 1: it answered 500');
  });

  it('a service that is away, or says come later, is asked until it answers', async () => {
    sequences = [1];
    instead = [
      () => refusal(503, 'service_unavailable'),
      () => refusal(429, 'rate_limit_exceeded', { 'retry-after': '1' }),
    ];
    const { code, stderr } = await listen();
    expect([code, receiver.took]).toEqual([0, ['1 {"n":1}']]);
    expect(stderr).toMatch(/The service is away[\s\S]*The service is there again/);
  });

  it.each([
    ['in the middle', [1, 2, 5], 'The messages 3 to 4 are gone', ['1 {"n":1}', '2 {"n":2}']],
    ['at the beginning', [4], 'The messages 1 to 3 are gone', []],
  ])('a gap %s ends it, and nothing behind it is forwarded', async (_where, there, told, took) => {
    sequences = there;
    const { code, stderr } = await listen();
    expect([code, receiver.took]).toEqual([22, took]);
    expect(stderr).toContain(told);
    expect((await listen()).code).toBe(22);
    const behind = Number(/--after (\d+)/.exec(stderr)?.[1]);
    expect((await listen('--after', String(behind))).code).toBe(0);
    expect(receiver.took.length).toBe(took.length + 1);
  });

  it.each([
    ['was deleted', refusal(404, 'not_found')],
    ['is of a service that was restored from a backup', refusal(400, 'invalid_request')],
  ])('a webhook that %s is a gap, and begun anew when that is said', async (_what, answer) => {
    sequences = [1];
    await listen();
    instead = [() => answer];
    expect((await listen()).code).toBe(22);
    expect((await listen('--new')).code).toBe(0);
    expect(created).toBe(2);
  });

  it('a key that was revoked ends it', async () => {
    instead = [() => refusal(401, 'invalid_api_key')];
    expect((await listen()).code).toBe(2);
  });

  it('over an hour of sleep the broken request is given up, and nothing is lost', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const hour = 3_600_000;
    let now = Date.now() - hour;
    const end = new AbortController();
    const isAsked = Promise.withResolvers<void>();
    // The connection of before the sleep: nobody ever answers on it.
    instead = [
      async () => {
        isAsked.resolve();
        return new Promise<never>(() => undefined);
      },
    ];
    const options = { service, pause: noPause, now: () => now, signal: end.signal };
    const running = folder.run(['webhooks', 'listen', '--forward-to', receiver.url], options);
    await isAsked.promise;
    sequences = [1, 2];
    now += hour;
    vi.advanceTimersByTime(5_000);
    await expect.poll(() => receiver.took).toEqual(['1 {"n":1}', '2 {"n":2}']);
    end.abort(new Error('Interrupted.'));
    const { code, stderr } = await running;
    expect([code, stderr]).toEqual([130, expect.stringContaining('slept for 60 minutes')]);
  });
});
