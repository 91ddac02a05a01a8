import type { TreeHead } from '../consistency.js';
import { verifyInclusion } from '../inclusion.js';
import { type SignedNote, verifyNote } from '../signed-note.js';
import { leafHash } from '../tree-hash.js';
import { formatVerifierKey, parseVerifierKey, type VerifierKey } from '../verifier-key.js';
import type { LogService, RotationEntry } from './log-service.js';

/** A head that the known key has signed. */
export interface KnownHead {
  note: SignedNote;
  head: TreeHead;
  known: VerifierKey;
}

/** A newer key that signs as well, or why it is not to be relied on yet. */
export type VouchedKey = { key: string; reason?: undefined } | { key?: undefined; reason: string };

/** The keys of the service, the newest last. */
export const keysOfService = async (service: LogService): Promise<string[]> => {
  const { keys } = await service.keys();
  return keys.map(({ verifier_key }) => verifier_key);
};

const bytesOf = (base64: string): Uint8Array => Uint8Array.from(Buffer.from(base64, 'base64'));

const isRotationTo = ({ action, metadata }: Pick<RotationEntry, 'action' | 'metadata'>, key: VerifierKey): boolean =>
  action === 'log_key_rotate' && metadata?.verifier_key === formatVerifierKey(key) && metadata.log === key.name;

/**
 * Whether the entry of the rotation to a key is in the tree. Anybody may add a signature to a note: what the known key has signed
 * is the tree, and the entry in it names the new key.
 */
const isEntered = async (service: LogService, head: TreeHead, key: VerifierKey): Promise<boolean> => {
  const { entries } = await service.rotations();
  const rotation = entries.find((entry) => isRotationTo(entry, key));
  if (rotation === undefined) return false;
  const proof = await service.proof(rotation.id, { size: head.size });
  const leaf = bytesOf(proof.leaf);
  return (
    isRotationTo(JSON.parse(Buffer.from(leaf).toString()), key) &&
    verifyInclusion(leafHash(leaf), proof.leaf_index, head, proof.hashes.map(bytesOf))
  );
};

/**
 * The newest key that signs the log too; undefined where that is the known one. The service is asked only where others have
 * signed in the name of the log.
 */
export const vouchedKey = async (
  service: LogService,
  { note, head, known }: KnownHead,
): Promise<VouchedKey | undefined> => {
  const isOther = ({ name, keyId }: SignedNote['signatures'][number]) =>
    name === known.name && !Buffer.from(keyId).equals(known.id);
  if (!note.signatures.some(isOther)) return undefined;
  const keys = await keysOfService(service);
  for (const text of keys.slice(keys.indexOf(formatVerifierKey(known)) + 1).reverse()) {
    const key = parseVerifierKey(text);
    if (key.name !== known.name || !(await verifyNote(note, key))) continue;
    try {
      if (await isEntered(service, head, key)) return { key: text };
    } catch (error) {
      return { reason: error instanceof Error ? error.message : String(error) };
    }
    return { reason: 'no entry of the log, as the known key has signed it, says that its key was rotated to this one' };
  }
  return undefined;
};
