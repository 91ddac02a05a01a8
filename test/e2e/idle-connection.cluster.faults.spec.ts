import { Agent, get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RunningService } from './running-service.js';

let service: RunningService;
beforeAll(async () => {
  service = await RunningService.start({ settings: { TRANSLEDGER_INFERENCE: 'echo' } });
});
afterAll(() => service.dispose());

/** Seconds before the end of what was promised, at which a client that keeps to it may still send. */
const margin = 4;

it('a connection without a request is kept for as long as its last answer promised', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, agentKeepAliveTimeoutBuffer: 0 });
  const ask = async () => {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const headers = { authorization: `Bearer ${service.apiKey}` };
    const request = get(`${service.url}/v1/languages`, { agent, headers }, resolve).on('error', reject);
    const answer = await promise;
    await text(answer);
    return { answer, request };
  };
  try {
    const { answer } = await ask();
    const promised = Number(/^timeout=(\d+)$/.exec(String(answer.headers['keep-alive']))?.[1]);
    expect(promised).toBeGreaterThanOrEqual(60);
    await sleep((promised - margin) * 1_000);
    const later = await ask();
    expect([later.answer.statusCode, later.request.reusedSocket]).toEqual([200, true]);
  } finally {
    agent.destroy();
  }
});
