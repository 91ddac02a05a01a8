import { formatCheckpoint, type Subtree, TreeBuilder } from '@transledger/audit-proof';
import { LogKeys } from '#libs/audit/log-key.js';
import { LogIncompleteError } from '#libs/ports/log-signatures/log-signatures.errors.js';
import type { LogSignatures, NodeRange, SignedLog } from '#libs/ports/log-signatures/log-signatures.port.js';
import type { TimeStamp } from '#libs/ports/log-signatures/time-stamps.port.js';
import { AuditLogTree } from '#projections/audit-log/audit-log-tree.js';
import { SignedLogs, type SignedLogsOptions } from './signed-logs.js';

const signingSecret = new Uint8Array(32).fill(1);

/** Roots of the full subtrees over leaves, by level and index. */
const nodesOver = (leaves: readonly Uint8Array[]): Map<string, Uint8Array> => {
  const tree = new TreeBuilder();
  return new Map(leaves.flatMap((leaf) => tree.append(leaf).map(({ subtree, hash }) => [nameOf(subtree), hash])));
};

const nameOf = ({ level, index }: Subtree): string => `${level} ${index}`;

/**
 * The signed log of an organization over some leaf hashes, of which the first are signed. `rows` and `nodes` are what the
 * database has of it.
 */
export const signedLogOf = async (organizationId: string, leaves: readonly Uint8Array[], signedSize: number) => {
  const rows = [...leaves];
  const nodes = nodesOver(leaves.slice(0, signedSize));
  /** Lines that were logged. */
  const lines: object[] = [];
  const nodeAt = (subtree: Subtree): Uint8Array => {
    const node = nodes.get(nameOf(subtree));
    if (node === undefined) throw new LogIncompleteError('The log is not signed that far');
    return node;
  };
  const nodesIn = ({ level, from, to }: NodeRange) =>
    Array.from({ length: to - from }, (_, at) => nodeAt({ level, index: from + at }));
  const rootOf = (size: number): Uint8Array => {
    const tree = new TreeBuilder();
    for (const leaf of leaves.slice(0, size)) tree.append(leaf);
    return tree.root();
  };
  const origin = `mt.example.com/${organizationId}`;
  const period = { generation: 1, origin, validFrom: undefined, validUntil: undefined };
  const keys = new LogKeys(signingSecret, organizationId, [period]);
  const head = { size: signedSize, root: rootOf(signedSize) };
  const signed: SignedLog = {
    organizationId,
    origin,
    ...head,
    checkpoint: await keys.sign(origin, head, new Date()),
    signedAt: '2026-11-23T10:00:00.000Z',
    stoppedBecause: undefined,
    isKeptOutside: true,
  };
  const signatures: Pick<LogSignatures, 'find' | 'keys' | 'nodes' | 'nodesOf' | 'stop'> = {
    find: async (asked) => (asked === organizationId ? signed : undefined),
    keys: async () => [period],
    nodes: async (_, level, from, to) => nodesIn({ level, from, to }),
    nodesOf: async (_, ranges) => ranges.map(nodesIn),
    stop: async (_, reason) => {
      signed.stoppedBecause = reason;
    },
  };
  /** Cosignatures by size. */
  const cosigned = new Map<number, string[]>();
  const cosignatures = {
    of: async ({ size }: { size: number }) => cosigned.get(size) ?? [],
    newestSize: async () => [...cosigned.keys()].at(-1),
  };
  /** Sizes that were stamped. */
  const stamped: number[] = [];
  const stampOf = (size: number | undefined): TimeStamp | undefined =>
    size === undefined
      ? undefined
      : {
          size,
          text: formatCheckpoint({ origin, size, root: rootOf(size), extensions: [] }),
          token: Buffer.from(`token of ${size}`),
          time: new Date('2026-11-23T10:00:00Z'),
        };
  const timeStamps = {
    newest: async (_: unknown, size: number) => stampOf(stamped.filter((at) => at <= size).at(-1)),
    firstWith: async (_: unknown, number: number, size: number) =>
      stampOf(stamped.find((at) => at > number && at <= size)),
  };
  const dataSource = {
    query: async (text: string, [, from, to]: readonly [string, readonly number[], readonly number[]]) =>
      text.includes('limit 1')
        ? [{ number: rows.length - 1 }]
        : from.map((first, at) => ({
            hashes: Buffer.concat(rows.slice(first, to[at]).filter((row) => row !== undefined)),
          })),
  };
  const logger = { error: (fields: object) => lines.push(fields) } as unknown as SignedLogsOptions['logger'];
  const tree = new AuditLogTree(dataSource as unknown as ConstructorParameters<typeof AuditLogTree>[0], signatures);
  return {
    tree,
    signatures,
    logs: new SignedLogs({ tree, signatures, cosignatures, timeStamps, signingSecret, logger }),
    rows,
    nodes,
    lines,
    cosigned,
    stamped,
    signed,
    rootOf,
  };
};
