import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ClosingOrder } from '#libs/engines/process/closing-order.fixture.js';
import { type ProcessFixture, processFixture } from '#libs/engines/process/process.fixture.js';
import { DayStreamWriter } from '#libs/event-sourcing/day-stream-writer.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { Leases } from '#libs/ports/lease/lease.port.js';
import { DATABASE_POOL, EVENT_STORE, LEASES, READ_MODELS } from '#libs/ports/tokens.js';
import { AccessDirectory } from './access/access-directory.js';
import { createApi } from './start-api.js';
import { StreamHub } from './stream/stream-hub.js';
import { StreamProcess } from './stream/stream-process.js';

describe('the modules of the API', () => {
  let fixture: ProcessFixture;
  let api: NestFastifyApplication;
  const order = new ClosingOrder();

  beforeAll(async () => {
    fixture = await processFixture('api');
    api = await createApi(fixture.options);
    await api.init();
  });

  afterAll(() => fixture.close());

  it('the modules make an application that is ready', async () => {
    const response = await api.inject({ url: '/health/ready' });
    expect(response.json()).toMatchObject({ status: 'ready', dependencies: { inference: { status: 'ready' } } });
  });

  it('200 requests for readiness at once cost the database one check', async () => {
    const query = vi.spyOn(api.get<Pool>(DATABASE_POOL), 'query');
    await vi.waitFor(async () => {
      // A report is kept for a second: this waits for the next one.
      await api.inject({ url: '/health/ready' });
      expect(query.mock.calls.filter(([text]) => text === 'select 1').length).toBeGreaterThan(0);
    }, 30_000);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    query.mockClear();
    const responses = await Promise.all(Array.from({ length: 200 }, () => api.inject({ url: '/health/ready' })));
    const checks = query.mock.calls.filter(([text]) => text === 'select 1').length;
    query.mockRestore();
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(checks).toBe(1);
  });

  it('metrics are not among the routes: their page tells of all organizations together', async () => {
    expect((await api.inject({ url: '/metrics' })).statusCode).toBe(404);
  });

  it('the OpenAPI document describes the routes of every feature, and none of Nest’s own', async () => {
    const document: { paths: object } = (await api.inject({ url: '/openapi.json' })).json();
    const paths = Object.keys(document.paths);
    for (const feature of ['translate', 'documents', 'glossaries', 'api-keys', 'webhooks', 'organization', 'usage'])
      expect(paths.filter((path) => path.startsWith(`/v1/${feature}`))).not.toEqual([]);
    expect(paths.filter((path) => !path.startsWith('/v1/'))).toEqual([]);
  });

  it('a request without a key is refused before its body is read', async () => {
    const response = await api.inject({ method: 'POST', url: '/v1/translate', payload: '{' });
    expect(response.json().error).toMatchObject({ code: 'missing_api_key', status: 401 });
    expect(fixture.log.splice(0).join()).toContain('a request without an API key was refused');
  });

  it('modules close in reverse order of dependency: streams, HTTP, writers, the event store, the pool', async () => {
    order.watch('streams', api.get(StreamHub), 'stop');
    order.watch('http', api.getHttpAdapter(), 'close');
    order.watch('the lease of the streams', api.get(StreamProcess), 'stop');
    order.watch('leases', api.get<Leases>(LEASES), 'close');
    order.watch('keys', api.get(AccessDirectory), 'stop');
    order.watch('the writer', api.get(DayStreamWriter), 'close');
    order.watch('read models', api.get<DataSource>(READ_MODELS), 'destroy');
    order.watch('the event store', api.get<EventStore>(EVENT_STORE), 'close');
    order.watch('the pool', api.get<Pool>(DATABASE_POOL), 'end');
    await api.close();
    expect(order.closed).toHaveLength(9);
    expect(order.has('streams', 'http', 'the lease of the streams', 'leases')).toBe(true);
    expect(order.has('http', 'the lease of the streams', 'keys', 'the writer', 'the event store')).toBe(true);
    expect(order.has('http', 'keys', 'read models')).toBe(true);
    expect(order.closed.at(-1)).toBe('the pool');
    expect(fixture.log).toEqual([]);
  });
});
