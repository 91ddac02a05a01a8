import type { ConsistencyProof, Checkpoint as SignedHead } from '@transledger/sdk';
import {
  parseCheckpoint,
  parseNote,
  parseVerifierKey,
  verifyConsistency,
  verifyNote,
  verifyReceipt,
} from '@transledger/sdk/verify';

/** The things that a browser keeps of a log: the key that it saw first, and the last checkpoint that it verified. Both are public. */
export interface Pinned {
  verifierKey: string;
  /** The signed note; null before the first one was verified. */
  checkpoint: string | null;
}

export interface PinStore {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
}

const nameOf = (organizationId: string): string => `transledger.log.${organizationId}`;

export const pinnedIn = (store: PinStore, organizationId: string): Pinned | null => {
  try {
    const { verifierKey, checkpoint } = JSON.parse(store.getItem(nameOf(organizationId)) ?? 'null') as Pinned;
    parseVerifierKey(verifierKey);
    return { verifierKey, checkpoint };
  } catch {
    return null;
  }
};

export const pin = (store: PinStore, organizationId: string, pinned: Pinned): void =>
  store.setItem(nameOf(organizationId), JSON.stringify(pinned));

/** How the log stands to what this browser knew of it. */
export type Consistency =
  | { kind: 'first'; size: number }
  | { kind: 'consistent'; from: number; size: number }
  /** The log is signed with a key that this browser does not know. */
  | { kind: 'otherKey' }
  /** The log of now does not begin with the log of before: entries were changed or removed. */
  | { kind: 'inconsistent'; from: number; size: number };

interface LogSource {
  checkpoint(): Promise<Pick<SignedHead, 'checkpoint'>>;
  consistency(range: { from: string; to: string }): Promise<Pick<ConsistencyProof, 'hashes'>>;
}

const bytesOf = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));

/**
 * Holds the newest checkpoint against the last one that this browser saw, by a proof that the browser checks itself. A
 * checkpoint that stands the test is kept as the last one; one that does not never is.
 */
export const checkConsistency = async (
  log: LogSource,
  store: PinStore,
  organizationId: string,
): Promise<Consistency> => {
  const pinned = pinnedIn(store, organizationId);
  if (pinned === null) throw new TypeError('No key is pinned');
  const { checkpoint } = await log.checkpoint();
  const note = parseNote(checkpoint);
  const key = parseVerifierKey(pinned.verifierKey);
  const head = parseCheckpoint(note.text);
  if (head.origin !== key.name || !(await verifyNote(note, key))) return { kind: 'otherKey' };
  if (pinned.checkpoint === null) {
    pin(store, organizationId, { ...pinned, checkpoint });
    return { kind: 'first', size: head.size };
  }
  const before = parseCheckpoint(parseNote(pinned.checkpoint).text);
  const facts = { from: before.size, size: head.size };
  if (head.size < before.size) return { kind: 'inconsistent', ...facts };
  const needsProof = before.size > 0 && before.size < head.size;
  const { hashes } = needsProof
    ? await log.consistency({ from: String(before.size), to: String(head.size) })
    : { hashes: [] };
  if (!verifyConsistency(before, head, hashes.map(bytesOf))) return { kind: 'inconsistent', ...facts };
  pin(store, organizationId, { ...pinned, checkpoint });
  return { kind: 'consistent', ...facts };
};

/** The facts that were verified of an entry, or why it was not. */
export type EntryVerdict =
  | { kind: 'proven'; index: number; size: number; origin: string; unproven: number; erased: number }
  | { kind: 'fault'; reason: string };

/** Verifies the receipt of an entry with the key that this browser pinned. */
export const verifyEntry = async (receipt: string, verifierKey: string): Promise<EntryVerdict> => {
  const verdict = await verifyReceipt(receipt, parseVerifierKey(verifierKey));
  if ('fault' in verdict) return { kind: 'fault', reason: verdict.fault.reason };
  const { size, origin, unproven, erased } = verdict.verified;
  const { leaf_index: index } = JSON.parse(receipt) as { leaf_index: number };
  return { kind: 'proven', index, size, origin, unproven, erased };
};
