import { expect, it } from 'vitest';
import type { Settlement } from './quota-counters.js';
import { SettlementOutbox } from './settlement-outbox.js';

interface Told {
  id: string;
  key: string;
  actual: number;
}

class Receiver {
  isAway = false;
  readonly told: Told[] = [];
  readonly tried: Told[] = [];

  readonly tell = async ({ id, key, actual }: Settlement): Promise<void> => {
    this.tried.push({ id, key, actual });
    await new Promise(setImmediate);
    if (this.isAway) throw new Error('away');
    this.told.push({ id, key, actual });
  };
}

const settlement = (id: string, actual: number): Settlement => ({
  key: 'day',
  id,
  reserved: 10,
  actual,
  reservedAt: 0,
});

it('a settlement that could not be sent is sent again, under the same id and once', async () => {
  const receiver = new Receiver();
  const outbox = new SettlementOutbox(receiver.tell);
  receiver.isAway = true;
  await outbox.send(settlement('a', 7));
  await outbox.flush();
  receiver.isAway = false;
  await Promise.all([outbox.flush(), outbox.flush()]);
  await outbox.flush();
  expect(receiver.told).toEqual([{ id: 'a', key: 'day', actual: 7 }]);
});

it('amounts are added up by key, but not to a settlement that was tried already', async () => {
  const receiver = new Receiver();
  const outbox = new SettlementOutbox(receiver.tell);
  receiver.isAway = true;
  for (let round = 0; round < 1_000; round += 1) outbox.add('day', 1);
  await outbox.flush();
  outbox.add('day', 5);
  outbox.add('other day', 3);
  receiver.isAway = false;
  await outbox.flush();
  expect(receiver.told.map(({ key, actual }) => [key, actual])).toEqual([
    ['day', 1_000],
    ['day', 5],
    ['other day', 3],
  ]);
  expect(receiver.tried[0]?.id).toBe(receiver.told[0]?.id);
});

it('settlements added during a flush are sent too', async () => {
  const receiver = new Receiver();
  const outbox = new SettlementOutbox(receiver.tell);
  outbox.add('day', 1);
  const flushing = outbox.flush();
  outbox.add('day', 2);
  await outbox.flush();
  await flushing;
  expect(receiver.told.map(({ actual }) => actual)).toEqual([1, 2]);
});
