import {
  formatVerifierKey,
  leafHash,
  parseVerifierKey,
  type SignedNote,
  type TreeHead,
  type VerifierKey,
  verifyInclusion,
  verifyNote,
} from '@transledger/audit-proof';

/** Gets a path of the API behind `/v1/compliance/audit-logs/` and returns the data of its answer. */
export type GetFromService = (path: string) => Promise<unknown>;

/** A head that the known key has signed. */
export interface KnownHead {
  note: SignedNote;
  head: TreeHead;
  known: VerifierKey;
}

/** A newer key that signs as well, or why it is not to be relied on yet. */
export type VouchedKey = { key: string; reason?: undefined } | { key?: undefined; reason: string };

/** The keys of the service, the newest last. */
export const keysOfService = async (get: GetFromService): Promise<string[]> => {
  const { keys } = (await get('keys')) as { keys: { verifier_key: string }[] };
  return keys.map(({ verifier_key }) => verifier_key);
};

const bytesOf = (base64: string): Uint8Array => Uint8Array.from(Buffer.from(base64, 'base64'));

interface Rotation {
  action?: unknown;
  metadata?: { verifier_key?: unknown; log?: unknown };
}

const isRotationTo = ({ action, metadata }: Rotation, key: VerifierKey): boolean =>
  action === 'log_key_rotate' && metadata?.verifier_key === formatVerifierKey(key) && metadata.log === key.name;

/**
 * Whether the entry of the rotation to a key is in the tree. Anybody may add a signature to a note: what the known key has signed
 * is the tree, and the entry in it names the new key.
 */
const isEntered = async (get: GetFromService, head: TreeHead, key: VerifierKey): Promise<boolean> => {
  const { entries } = (await get('?action=log_key_rotate&limit=1000')) as { entries: (Rotation & { id: string })[] };
  const rotation = entries.find((entry) => isRotationTo(entry, key));
  if (rotation === undefined) return false;
  const path = `${rotation.id}/proof?size=${head.size}`;
  const proof = (await get(path)) as { leaf: string; leaf_index: number; hashes: string[] };
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
  get: GetFromService,
  { note, head, known }: KnownHead,
): Promise<VouchedKey | undefined> => {
  const isOther = ({ name, keyId }: SignedNote['signatures'][number]) =>
    name === known.name && !Buffer.from(keyId).equals(known.id);
  if (!note.signatures.some(isOther)) return undefined;
  const keys = await keysOfService(get);
  for (const text of keys.slice(keys.indexOf(formatVerifierKey(known)) + 1).reverse()) {
    const key = parseVerifierKey(text);
    if (key.name !== known.name || !(await verifyNote(note, key))) continue;
    try {
      if (await isEntered(get, head, key)) return { key: text };
    } catch (error) {
      return { reason: error instanceof Error ? error.message : String(error) };
    }
    return { reason: 'no entry of the log, as the known key has signed it, says that its key was rotated to this one' };
  }
  return undefined;
};
