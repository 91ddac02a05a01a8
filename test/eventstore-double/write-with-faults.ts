import { setTimeout as delay } from 'node:timers/promises';
import type { ServiceError } from '@grpc/grpc-js';
import type { ExpectedRevision } from './commit-check.js';
import type { Connections } from './connections.js';
import type { AppendLag, AppendOutcome } from './event-log.js';
import type { Faults } from './faults.js';
import { accessDenied, notLeader, streamDeleted, unavailable, wrongExpectedVersion } from './rpc-errors.js';

/** The outcome of a write: decided, an error that ends its call, or no response at all. */
export type WriteResponse = AppendOutcome | { kind: 'call-failed'; error: ServiceError } | { kind: 'silence' };

/** The error of a call whose only write did not succeed. */
export const writeError = (
  answer: Exclude<WriteResponse, { kind: 'written' | 'silence' }>,
  stream: string,
  expected: ExpectedRevision,
): ServiceError => {
  if (answer.kind === 'call-failed') return answer.error;
  if (answer.kind === 'stream-deleted') return streamDeleted(stream);
  return wrongExpectedVersion(stream, expected, answer.currentRevision);
};

const SILENCE: WriteResponse = { kind: 'silence' };

/** Writes, unless a fault strikes. */
export const writeWithFaults = async (
  { faults, connections }: { faults: Faults; connections: Connections },
  { stream, peer }: { stream: string; peer: string },
  write: (lag: AppendLag) => Promise<AppendOutcome>,
): Promise<WriteResponse> => {
  const occasion = { stream, on: 'writes' } as const;
  const follower = faults.strike('not-leader', occasion);
  if (follower !== undefined) return { kind: 'call-failed', error: notLeader(follower.leader) };
  if (faults.strike('unavailable', occasion) !== undefined) return { kind: 'call-failed', error: unavailable() };
  if (faults.strike('access-denied', occasion) !== undefined) return { kind: 'call-failed', error: accessDenied() };
  if (faults.strike('hang', occasion) !== undefined) return SILENCE;
  if (faults.strike('drop-before-commit', occasion) !== undefined) {
    connections.drop(peer);
    return SILENCE;
  }
  const late = faults.strike('delay', occasion);
  if (late !== undefined) await delay(late.ms);
  try {
    const outcome = await write({
      indexingMs: faults.strike('slow-indexing', occasion)?.ms,
      undeleteMs: faults.strike('slow-undelete', occasion)?.ms,
    });
    if (faults.strike('drop-after-commit', occasion) !== undefined) {
      connections.drop(peer);
      return SILENCE;
    }
    return faults.strike('hang-after-commit', occasion) === undefined ? outcome : SILENCE;
  } catch {
    return { kind: 'call-failed', error: unavailable() };
  }
};
