import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWith } from '#test/servers/describe-with.js';
import { clusterServers } from '#test/servers/installed.js';
import { type FaultRun, faultSeed, runFaults, violated } from './fault-run.js';

const seed = faultSeed();
/** Those that no other test strikes on a cluster, and that are over soon; `npm run fault` has them all. */
const faults = ['kill-2-brokers', 'cut-after-commit', 'delivered-twice', 'redis-wiped'];

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
