import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWith } from '#test/servers/describe-with.js';
import { clusterServers } from '#test/servers/installed.js';
import { type FaultRun, faultSeed, runFaults, violated } from './fault-run.js';

const seed = faultSeed();
/** One of each kind that is over soon, on three brokers; `npm run fault` has them all. */
const faults = [
  'kill-worker',
  'kill-broker-1',
  'kill-2-brokers',
  'cut-after-commit',
  'delivered-twice',
  'redis-wiped',
  'disk-full',
];

describeWith(clusterServers, `a cluster under load that fails (seed ${seed})`, () => {
  let run: FaultRun;
  const stopping = new AbortController();

  beforeAll(async () => {
    run = await runFaults(faults, seed, stopping.signal);
  }, 1_800_000);
  afterAll(() => stopping.abort());

  it('the cluster loses nothing, does nothing twice, and settles', () => {
    expect(run.checks.length).toBeGreaterThan(9);
    expect(violated(run), run.output).toEqual([]);
  });
});
