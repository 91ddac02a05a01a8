import { describe, expect, it } from 'vitest';
import { readSettings } from '#libs/platform/config/settings.js';
import { poolSizes } from './connection-budget.js';

const servers = { EVENTSTORE_URL: 'esdb://store:2113', REDIS_URL: 'redis://jobs:6379' };
const roles = ['api', 'worker', 'projector'] as const;

describe('the connections of a process', () => {
  it.each([
    ['api', { shared: 5, readModels: 4, jobs: 0 }],
    ['worker', { shared: 6, readModels: 2, jobs: 2 }],
    ['projector', { shared: 10, readModels: 0, jobs: 0 }],
  ] as const)('the pools of the %s have what its single connections leave', (role, sizes) => {
    expect(poolSizes(role, readSettings({}))).toEqual(sizes);
  });

  it('a log and jobs that are kept elsewhere leave their connections to the pools', () => {
    expect(poolSizes('worker', readSettings(servers))).toEqual({ shared: 9, readModels: 2, jobs: 0 });
    expect(poolSizes('api', readSettings(servers))).toEqual({ shared: 5, readModels: 5, jobs: 0 });
  });

  it.each(roles)('the fewest that may be set are enough for each pool of the %s', (role) => {
    const { shared, readModels } = poolSizes(role, readSettings({ TRANSLEDGER_DATABASE_CONNECTIONS: '8' }));
    // A rebuild of a read model holds two as it reads the log over a third.
    expect(shared).toBeGreaterThanOrEqual(3);
    if (role !== 'projector') expect(readModels).toBeGreaterThanOrEqual(1);
  });

  it('fewer are refused at the start', () => {
    expect(() => readSettings({ TRANSLEDGER_DATABASE_CONNECTIONS: '7' })).toThrow(
      'TRANSLEDGER_DATABASE_CONNECTIONS must be a whole number from 8 to 1000',
    );
  });
});
