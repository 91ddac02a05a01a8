import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { commandLine } from './command-line.js';
import { eventually } from './eventually.js';
import type { RunningService } from './running-service.js';
import { sharedService, withLoad } from './shared-service.js';
import { auditEntries } from './stream-audit.js';
import { StreamClient } from './stream-client.js';

interface BeganEvent {
  metadata: { requestId: string; organizationId: string };
}

describe('a stream that is open', () => {
  let service: RunningService;
  let organizationId: string;
  beforeAll(async () => {
    service = await sharedService(withLoad);
    const answer = await service.fetch('/v1/organization');
    organizationId = ((await answer.json()) as { data: { id: string } }).data.id;
  });

  /** A translation that is in the middle: its reader has stopped reading. */
  const inTheMiddle = async (): Promise<StreamClient> => {
    const { client } = await StreamClient.authenticated(service.url, service.apiKey);
    const first = once(client.socket, 'message');
    const closed = client.closed().then((code) => Promise.reject(new Error(`Closed with ${code} before a token came`)));
    closed.catch(() => undefined);
    for (let id = 0; id < 24; id += 1) {
      const words = `${createHash('sha256').update(String(id)).digest('hex')} `.repeat(2).concat('w '.repeat(4_900));
      client.say({ type: 'translate', text: words, source: 'en', target: 'es', id: String(id) });
    }
    await Promise.race([first, closed]);
    client.socket.pause();
    return client;
  };

  it('each open translation has one audit entry, a failure, after every process was killed', async () => {
    await inTheMiddle();
    await service.killEverything();
    await service.restart();
    const read = ['events', 'read', '--type', 'TextStreamBegan', '--limit', '1000'];
    const { events } = await commandLine<{ events: BeganEvent[] }>(service, ...read);
    const own = events.filter(({ metadata }) => metadata.organizationId === organizationId);
    const began = own.map(({ metadata }) => metadata.requestId);
    expect(began.length).toBeGreaterThan(0);
    const entries = await eventually(
      () => auditEntries(service),
      (found) => began.every((id) => found.some(({ request_id }) => request_id === id)),
      120_000,
    );
    const broken = entries.filter(({ metadata }) => metadata.outcome === 'broken');
    expect(broken.length).toBeGreaterThan(0);
    for (const { result } of broken) expect(result).toBe('failure');
    expect(entries.map(({ request_id }) => request_id).sort()).toEqual(began.toSorted());
  });

  it('an open stream gets an error when the service stops, is closed with 1012, and has its end in the log', async () => {
    const { client } = await StreamClient.authenticated(service.url, service.apiKey);
    const before = (await auditEntries(service)).length;
    const slow = await inTheMiddle();
    const code = await service.stop();
    expect(code).toBe(0);
    expect(await client.closed()).toBe(1012);
    expect(client.frames.at(-1)).toMatchObject({ type: 'error', code: 'service_unavailable', status: 503 });
    expect(slow.socket.readyState).not.toBe(WebSocket.CONNECTING);
    slow.socket.terminate();
    await service.restart();
    const after = await eventually(
      () => auditEntries(service),
      (entries) => entries.length > before,
    );
    expect(after.length).toBeGreaterThan(before);
  });
});
