import { expect, it, vi } from 'vitest';
import type { Leases } from '#libs/ports/lease/lease.port.js';
import { InMemoryLeases } from '#test/fakes/in-memory-leases.js';
import { LeasedRounds } from './leased-rounds.js';

const roundsOf = (leases: InMemoryLeases, round: (signal: AbortSignal) => Promise<void>) => {
  const failures: unknown[] = [];
  const onFailure = (error: unknown) => failures.push(error);
  return {
    failures,
    rounds: new LeasedRounds({ leases: leases as unknown as Leases, name: 'work', everyMs: 1, round, onFailure }),
  };
};

it('a round comes after the other, also behind one that fails', async () => {
  const failure = new Error('no');
  let count = 0;
  const { rounds, failures } = roundsOf(new InMemoryLeases(), async () => {
    count += 1;
    if (count === 2) throw failure;
  });
  rounds.start();
  await vi.waitFor(() => expect(count).toBeGreaterThan(3), 30_000);
  await rounds.stop();
  expect(failures).toEqual([failure]);
});

it('of two one does the rounds, and the other when that has stopped', async () => {
  const leases = new InMemoryLeases();
  const counts = [0, 0];
  const [first, second] = [0, 1].map((at) =>
    roundsOf(leases, async () => {
      counts[at] = (counts[at] ?? 0) + 1;
    }),
  );
  first?.rounds.start();
  await vi.waitFor(() => expect(counts[0]).toBeGreaterThan(2), 30_000);
  second?.rounds.start();
  expect(counts[1]).toBe(0);
  await first?.rounds.stop();
  await vi.waitFor(() => expect(counts[1]).toBeGreaterThan(0), 30_000);
  await second?.rounds.stop();
  expect(leases.names).toEqual([]);
});

it('a round is told when its work is stopped', async () => {
  const { rounds, failures } = roundsOf(new InMemoryLeases(), async (signal) => {
    await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  });
  rounds.start();
  await vi.waitFor(() => expect(rounds).toBeDefined(), 30_000);
  await rounds.stop();
  expect(failures).toEqual([]);
});
