import { consistencyProof, inclusionProof } from '@transledger/audit-proof';
import { describe, expect, it } from 'vitest';
import { AuditLogTree } from './audit-log-tree.js';

const hash = new Uint8Array(32);

/** A log of any size, which counts queries and the hashes that they gave. */
const countedLog = () => {
  const read = { queries: 0, hashes: 0 };
  const give = (count: number): Uint8Array[] => {
    read.hashes += count;
    return Array.from({ length: count }, () => hash);
  };
  const nodes = async (_: string, __: number, from: number, to: number) => {
    read.queries += 1;
    return give(to - from);
  };
  const nodesOf = async (_: string, ranges: readonly { from: number; to: number }[]) => {
    read.queries += 1;
    return ranges.map(({ from, to }) => give(to - from));
  };
  const query = async (_: string, [, from, to]: [string, number[], number[]]) => {
    read.queries += 1;
    return from.map((first, at) => ({ hashes: Buffer.concat(give((to[at] ?? 0) - first)) }));
  };
  return { read, tree: new AuditLogTree({ query: query as never }, { nodes, nodesOf }) };
};

const size = 10_000_000;

describe('AuditLogTree', () => {
  it('reads what a proof of inclusion takes with two queries, however large the log', async () => {
    const { read, tree } = countedLog();
    expect(await inclusionProof(6_543_210, size, tree.reader('org_1'))).toHaveLength(24);
    expect(read.queries).toBe(2);
    expect(read.hashes).toBeLessThan(3 * 2 * 256);
  });

  it('reads what a proof of consistency takes with two queries', async () => {
    const { read, tree } = countedLog();
    expect((await consistencyProof(1_234_567, size - 1, tree.reader('org_1'))).length).toBeGreaterThan(20);
    expect(read.queries).toBe(2);
  });

  it('asks for nothing of a level of which nothing is wanted', async () => {
    const { read, tree } = countedLog();
    await tree.hashes('org_1', [{ level: 8, index: 0 }]);
    await tree.hashes('org_1', [{ level: 7, index: 0 }]);
    expect(read).toEqual({ queries: 2, hashes: 1 + 128 });
  });

  it('fails each part of a proof where the log is not signed that far', async () => {
    const failing = new AuditLogTree(
      { query: async () => [] as never },
      {
        nodes: async () => [],
        nodesOf: async () => {
          throw new RangeError('The log is not signed that far');
        },
      },
    );
    await expect(consistencyProof(256, 1024, failing.reader('org_1'))).rejects.toThrow(RangeError);
  });
});
