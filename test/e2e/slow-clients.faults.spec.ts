import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from './eventually.js';
import { RawConnection } from './raw-connection.js';
import { RunningService } from './running-service.js';

const good = { text: 'The house is big.', source: 'en', target: 'es' };

describe('clients that take their time', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await RunningService.start({
      settings: { TRANSLEDGER_INFERENCE: 'echo', TRANSLEDGER_TIER_MAX_REQUESTS_PER_MINUTE: '0' },
    });
  });
  afterAll(() => service.dispose());

  it('a client that sends one byte a second is disconnected, and delays no other', async () => {
    const socket = connect(service.port, '127.0.0.1');
    let closed = false;
    socket.on('close', () => {
      closed = true;
    });
    socket.on('error', () => undefined);
    socket.write(
      `POST /v1/translate HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${service.apiKey}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n{',
    );
    const drip = setInterval(() => socket.write(' '), 1_000);
    expect((await service.postJson('/v1/translate', good)).status).toBe(200);
    await eventually(async () => closed, Boolean, 60_000);
    clearInterval(drip);
  });

  describe('5,000 connections at once', () => {
    /** Half of what a process may open where that is little; the service needs as many. */
    const openFiles = Number(/^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? 5_000);
    const count = Math.min(5_000, Math.floor(openFiles / 2));

    const heapUsed = async (): Promise<number> => {
      const metrics = await (await service.metrics()).text();
      return Number(/^transledger_nodejs_heap_size_used_bytes\{role="api"\} (\S+)$/m.exec(metrics)?.[1]);
    };

    const anotherKey = async (): Promise<string> => {
      const answer = await service.postJson('/v1/api-keys', { name: 'other', scopes: ['translate'] });
      const { data } = (await answer.json()) as { data: { key: string } };
      return data.key;
    };

    it('5,000 connections delay no other client, and are closed with all their memory freed', async () => {
      const before = await heapUsed();
      expect(before).toBeGreaterThan(0);
      // The first key has its requests in flight, as many as it may.
      const other = await anotherKey();
      const beginnings = [
        '',
        'GET /v1/languages HTTP/1.1\r\nHost: a\r\nX-Slow: ',
        'POST /v1/translate HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{',
        `POST /v1/translate HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${service.apiKey}\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{`,
      ];
      const connections: RawConnection[] = [];
      while (connections.length < count) {
        // A few hundred at a time, as many as the kernel keeps waiting to be accepted.
        connections.push(...(await Promise.all(Array.from({ length: 250 }, () => RawConnection.open(service.port)))));
      }
      for (const [index, connection] of connections.entries()) connection.send(beginnings[index % 4] ?? '');
      expect(connections.filter(({ isOpen }) => isOpen).length).toBeGreaterThan(count * 0.9);
      expect((await service.fetch('/health/ready')).status).toBe(200);
      expect((await service.postJson('/v1/translate', good, { key: other })).status).toBe(200);

      await Promise.all(connections.map(({ closed }) => closed));
      expect((await service.postJson('/v1/translate', good)).status).toBe(200);
      expect((await service.fetch('/health/ready')).status).toBe(200);
      await eventually(heapUsed, (now) => now < before + 64 * 1024 * 1024, 120_000);
    });
  });
});
