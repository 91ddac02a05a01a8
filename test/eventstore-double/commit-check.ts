import type { RecentIds } from './recent-ids.js';
import type { StreamState } from './stream-state.js';

/** A number is the exact revision of the last event; -1 is `no_stream`. */
export type ExpectedRevision = number | 'any' | 'stream_exists';

export type CommitDecision =
  | { kind: 'write'; undelete: boolean }
  | { kind: 'already-written'; lastRevision: number }
  | { kind: 'wrong-expected-version' }
  | { kind: 'stream-deleted' };

const WRONG: CommitDecision = { kind: 'wrong-expected-version' };

/** Ids known in part are no repetition: the server refuses such an append with a wrong expected version. */
const checkAgainstRecent = (
  name: string,
  stream: StreamState,
  ids: readonly string[],
  recent: RecentIds,
): CommitDecision => {
  let lastRevision = -1;
  for (const [index, id] of ids.entries()) {
    const revision = recent.find(id, name);
    if (revision === undefined) return index === 0 ? { kind: 'write', undelete: stream.softDeleted } : WRONG;
    lastRevision = revision;
  }
  return lastRevision === -1
    ? { kind: 'write', undelete: stream.softDeleted }
    : { kind: 'already-written', lastRevision };
};

const checkAgainstSlots = (stream: StreamState, expected: number, ids: readonly string[]): CommitDecision => {
  for (const [index, id] of ids.entries()) {
    if (stream.events[expected + 1 + index]?.id === id) continue;
    if (index === 0 && expected === -1 && stream.softDeleted) return { kind: 'write', undelete: true };
    return WRONG;
  }
  return ids.length === 0 ? WRONG : { kind: 'already-written', lastRevision: expected + ids.length };
};

/** Decides about an append as the server's index writer does, in its order of checks. */
export const checkCommit = (
  name: string,
  stream: StreamState,
  metastream: StreamState | undefined,
  expected: ExpectedRevision,
  ids: readonly string[],
  recent: RecentIds,
): CommitDecision => {
  if (stream.tombstone !== undefined) return { kind: 'stream-deleted' };
  if (expected === 'stream_exists') {
    if (stream.softDeleted) return { kind: 'stream-deleted' };
    if (stream.lastRevision < 0 && (metastream?.lastRevision ?? -1) < 0) return WRONG;
  }
  if (typeof expected === 'string') return checkAgainstRecent(name, stream, ids, recent);
  if (expected < stream.lastRevision) return checkAgainstSlots(stream, expected, ids);
  if (expected > stream.lastRevision) return WRONG;
  return { kind: 'write', undelete: stream.softDeleted };
};
