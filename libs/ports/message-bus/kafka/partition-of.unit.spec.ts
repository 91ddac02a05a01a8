import fc from 'fast-check';
import { Partitioners } from 'kafkajs';
import { expect, it } from 'vitest';
import { partitionOf } from './partition-of.js';

const metadata = (partitions: number) =>
  Array.from({ length: partitions }, (_, partitionId) => {
    return { partitionErrorCode: 0, partitionId, leader: 0, replicas: [], isr: [] };
  });

it("every stream is put into the partition where Kafka's clients put its key", () => {
  const partitioner = Partitioners.DefaultPartitioner();
  const streams = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.uuid().map((id) => `document-${id}`),
  );
  fc.assert(
    fc.property(streams, fc.integer({ min: 1, max: 50 }), (stream, partitions) => {
      const message = { key: stream, value: '' };
      const expected = partitioner({ topic: '', partitionMetadata: metadata(partitions), message });
      expect(partitionOf(stream, partitions)).toBe(expected);
    }),
    { numRuns: 2_000 },
  );
});
