import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assignPartitions, type Claim, partitionName, type TopicPartition } from './sticky-assigner.js';

const partitionsOf = (count: number): TopicPartition[] =>
  Array.from({ length: count }, (_, partition) => ({ topic: 'events', partition }));

const names = (partitions: readonly TopicPartition[] = []): string[] => partitions.map(partitionName).sort();

describe('sharing out partitions', () => {
  it('each partition goes to exactly one member, evenly to within one, whatever the members claim', () =>
    fc.assert(
      fc.property(
        fc.nat(30),
        fc.array(fc.array(fc.nat(40), { maxLength: 30 }), { minLength: 1, maxLength: 8 }),
        (count, claimed) => {
          const members = claimed.map((owned, index): Claim => {
            return { memberId: `m${index}`, owned: owned.map((partition) => ({ topic: 'events', partition })) };
          });
          const shares = assignPartitions(members, partitionsOf(count));
          expect([...shares.keys()].sort()).toEqual(members.map(({ memberId }) => memberId).sort());
          expect(names([...shares.values()].flat())).toEqual(names(partitionsOf(count)));
          const sizes = Array.from(shares.values(), ({ length }) => length);
          expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
        },
      ),
    ));

  it('no partition moves when nothing changed', () =>
    fc.assert(
      fc.property(fc.nat(30), fc.integer({ min: 1, max: 8 }), (count, size) => {
        const members = Array.from({ length: size }, (_, index): Claim => ({ memberId: `m${index}`, owned: [] }));
        const before = assignPartitions(members, partitionsOf(count));
        const claims = members.map(({ memberId }) => ({ memberId, owned: before.get(memberId) ?? [] }));
        const after = assignPartitions(claims, partitionsOf(count));
        for (const { memberId } of members) expect(names(after.get(memberId))).toEqual(names(before.get(memberId)));
      }),
    ));

  it('a member that joins takes no more than its share from each other', () => {
    const owned = partitionsOf(12);
    const claims = [
      { memberId: 'a', owned: owned.slice(0, 6) },
      { memberId: 'b', owned: owned.slice(6) },
      { memberId: 'c', owned: [] },
    ];
    const shares = assignPartitions(claims, owned);
    expect(names(shares.get('a'))).toEqual(names(owned.slice(0, 4)));
    expect(names(shares.get('b'))).toEqual(names(owned.slice(6, 10)));
    expect(shares.get('c')).toHaveLength(4);
  });
});
