import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWith } from '#test/servers/describe-with.js';
import { type FaultRun, faultSeed, runFaults, violated } from './fault-run.js';

const seed = faultSeed();
const faults = ['kill-broker-1', 'kill-2-brokers'];

describeWith(['kafka', 'redis', 's3', 'triton', 'apertium'], `three Kafka brokers that die (seed ${seed})`, () => {
  let run: FaultRun;
  const stopping = new AbortController();

  beforeAll(async () => {
    run = await runFaults(faults, seed, stopping.signal);
  }, 1_800_000);
  afterAll(() => stopping.abort());

  it('nothing is lost or done twice when one of three brokers is killed, and when two are', () => {
    expect(run.checks.length).toBeGreaterThan(9);
    expect(violated(run), run.output).toEqual([]);
  });
});
