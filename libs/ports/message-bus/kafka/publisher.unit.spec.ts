import { expect, it } from 'vitest';
import { unacknowledged } from './publisher.js';
import { inBatches } from './record-batches.js';

const written = (...partitions: number[]) =>
  partitions.map((partition) => ({ topic: 'events', record: { value: '', partition } }));
const answered = (...partitions: number[]) => partitions.map((partition) => ({ topicName: 'events', partition }));

it('partitions that no broker acknowledged are found', () => {
  expect(unacknowledged(written(0, 1, 1, 2), answered(2, 0, 1))).toEqual([]);
  expect(unacknowledged(written(0, 1, 1, 2), answered(0, 2))).toEqual(['events/1']);
  expect(unacknowledged(written(0), [{ topicName: 'others', partition: 0 }])).toEqual(['events/0']);
});

it('records are kept together up to 1 MiB, in order, and a larger one alone', () => {
  const sizes = [600_000, 400_000, 600_000, 2_000_000, 1, 2];
  const batches = [...inBatches(sizes.map((bytes) => ({ bytes })))].map((batch) => batch.map(({ bytes }) => bytes));
  expect(batches).toEqual([[600_000, 400_000], [600_000], [2_000_000], [1, 2]]);
  expect([...inBatches([])]).toEqual([]);
});
