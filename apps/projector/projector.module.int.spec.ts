import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ClosingOrder } from '#libs/engines/process/closing-order.fixture.js';
import { nestOptions } from '#libs/engines/process/nest-options.js';
import { type ProcessFixture, processFixture } from '#libs/engines/process/process.fixture.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { Leases } from '#libs/ports/lease/lease.port.js';
import { DATABASE_POOL, EVENT_STORE, LEASES } from '#libs/ports/tokens.js';
import type { ProjectionRunner } from '#libs/read-side/projection/runner/projection-runner.js';
import { allProjections } from '#projections/all-projections.js';
import { PROJECTION_RUNNER } from './projections.module.js';
import { ProjectorModule } from './projector.module.js';

describe('the modules of the projector', () => {
  let fixture: ProcessFixture;
  let projector: INestApplicationContext;
  const order = new ClosingOrder();

  beforeAll(async () => {
    fixture = await processFixture('projector');
    projector = await NestFactory.createApplicationContext(
      ProjectorModule.register(fixture.options),
      nestOptions(fixture.options.logger),
    );
  });

  afterAll(() => fixture.close());

  it('the projector runs every projection', async () => {
    await expect
      .poll(async () => {
        const status = await projector.get<ProjectionRunner>(PROJECTION_RUNNER).status();
        return status.filter(({ state }) => state === 'running').length;
      })
      .toBe(allProjections.length);
  });

  it('modules close in reverse order of dependency: projections, leases, the event store, the pool', async () => {
    order.watch('projections', projector.get<ProjectionRunner>(PROJECTION_RUNNER), 'stop');
    order.watch('leases', projector.get<Leases>(LEASES), 'close');
    order.watch('the event store', projector.get<EventStore>(EVENT_STORE), 'close');
    order.watch('the pool', projector.get<Pool>(DATABASE_POOL), 'end');
    await projector.close();
    expect(order.closed).toHaveLength(4);
    expect(order.closed[0]).toBe('projections');
    expect(order.closed.at(-1)).toBe('the pool');
    expect(fixture.log).toEqual([]);
  });
});
