import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from './fault.js';

const rounds = 8;
const cutsARound = 2;
const betweenMs = 500;

/** The connection of an append is cut, again and again, with as many appends in flight as there are. */
const cut = (kind: 'drop-before-commit' | 'drop-after-commit', name: string): Fault => ({
  name,
  strike: async ({ cluster }) => {
    const control = cluster.eventStoreControl;
    const before = await control.fired(kind);
    for (let round = 0; round < rounds; round += 1) {
      await control.inject({ kind, times: cutsARound, on: 'writes' });
      await sleep(betweenMs);
    }
    await control.clear(kind);
    const cuts = (await control.fired(kind)) - before;
    if (cuts === 0) throw new Error('no connection was cut: nothing was written');
    return `${cuts} cuts`;
  },
});

export const eventStoreCuts: readonly Fault[] = [
  cut('drop-before-commit', 'cut-before-commit'),
  cut('drop-after-commit', 'cut-after-commit'),
];
