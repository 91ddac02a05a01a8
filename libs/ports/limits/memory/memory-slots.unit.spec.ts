import { expect, it } from 'vitest';
import { slotsContract } from '../slots.contract.js';
import { MemorySlots } from './memory-slots.js';

slotsContract('memory', async () => new MemorySlots());

it('a key without taken slots uses no memory', () => {
  const slots = new MemorySlots();
  const [one, two] = [slots.take('key', 2), slots.take('key', 2)];
  expect([...slots.counts]).toEqual([['key', 2]]);
  one?.();
  two?.();
  expect(slots.counts.size).toBe(0);
});
