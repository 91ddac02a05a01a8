import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { START } from '#libs/ports/event-store/position.js';
import type { ProjectionStatus } from '#libs/read-side/projection/progress/projection-status.js';
import { measureProjections } from './projection-metrics.js';

const status: ProjectionStatus = {
  name: 'audit-log',
  version: 1,
  position: START,
  state: 'halted',
  reason: 'an event',
  rebuilt: undefined,
  lagEvents: 3,
  lagSeconds: 12,
  heldLanes: [],
  parkedLanes: 1,
  parkedEvents: 2,
  oldestParkedSeconds: 5,
};

const pageOf = async (look: () => Promise<ProjectionStatus[]>): Promise<string[]> => {
  const registry = new Registry();
  measureProjections(registry, { observe: look }, ['audit-log', 'documents']);
  return (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
};

it('the metrics show how far a projection is, and that it has halted', async () => {
  const page = await pageOf(async () => [status]);
  expect(page.filter((line) => line.includes('audit-log'))).toEqual([
    'transledger_projection_lag_events{projection="audit-log"} 3',
    'transledger_projection_lag_seconds{projection="audit-log"} 12',
    'transledger_projection_parked_events{projection="audit-log"} 2',
    'transledger_projection_held_lanes{projection="audit-log"} 0',
    'transledger_projection_halted{projection="audit-log"} 1',
    'transledger_projection_rebuilt{projection="audit-log"} 1',
  ]);
});

it('a lag that is not known is never said to be none, after one that was known too', async () => {
  const registry = new Registry();
  const looks = [async () => [status], async () => [{ ...status, lagEvents: undefined, lagSeconds: undefined }]];
  const observe = () => looks.shift()?.() ?? Promise.reject(new Error('away'));
  measureProjections(registry, { observe }, ['audit-log']);
  const lag = async () => /lag_events\{.*\} (.+)/.exec(await registry.metrics())?.[1];
  expect([await lag(), await lag()]).toEqual(['3', 'Nan']);
  looks.push(async () => [status]);
  expect([await lag(), await lag()]).toEqual(['3', 'Nan']);
});

it.each<[string, () => Promise<ProjectionStatus[]>]>([
  ['fails', () => Promise.reject(new Error('away'))],
  ['has not ended', () => new Promise(() => undefined)],
])('every projection has its series on the first page, though the first look %s', async (_, look) => {
  const page = await pageOf(look);
  for (const projection of ['audit-log', 'documents']) {
    expect(page.filter((line) => line.includes(`"${projection}"`))).toEqual([
      `transledger_projection_lag_events{projection="${projection}"} Nan`,
      `transledger_projection_lag_seconds{projection="${projection}"} Nan`,
      `transledger_projection_parked_events{projection="${projection}"} 0`,
      `transledger_projection_held_lanes{projection="${projection}"} 0`,
      `transledger_projection_halted{projection="${projection}"} 0`,
      `transledger_projection_rebuilt{projection="${projection}"} 1`,
    ]);
  }
});
