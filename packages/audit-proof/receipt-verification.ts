import { equalBytes, fromBase64 } from './bytes.js';
import { parseCheckpoint } from './checkpoint.js';
import { checkLeaf, ExportFaultError, type Fields, isFields, leafIn } from './export-entry.js';
import { rootOfInclusion } from './inclusion.js';
import { parseNote, type SignedNote, verifyNote } from './signed-note.js';
import { type StampedHead, stampedHeadsIn } from './stamped-heads.js';
import { leafHash } from './tree-hash.js';
import { parseVerifierKey, type VerifierKey } from './verifier-key.js';

/** The facts that a receipt proves. */
export interface VerifiedReceipt {
  entryId: string;
  organizationId: string;
  erased: number;
  unproven: number;
  /** Name and size of the log that the entry is in, and the key that its signature was checked with. */
  origin: string;
  size: number;
  verifierKey: VerifierKey;
  /** The checkpoint, with whatever cosignatures it has, and the time stamps of trees with the entry. */
  checkpoint: SignedNote;
  stamped: StampedHead[];
}

export type ReceiptVerdict = { verified: VerifiedReceipt } | { fault: { entryId: string | undefined; reason: string } };

const parsed = (text: string): Fields => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ExportFaultError('the file is not JSON');
  }
  if (!isFields(value) || !isFields(value.entry)) throw new ExportFaultError('the file is no receipt');
  return value;
};

const hashesIn = ({ hashes }: Fields): Uint8Array[] => {
  const decoded = Array.isArray(hashes)
    ? hashes.map((hash) => (typeof hash === 'string' ? fromBase64(hash) : undefined))
    : [];
  if (!Array.isArray(hashes) || decoded.includes(undefined)) throw new ExportFaultError('its proof is damaged');
  return decoded.filter((hash) => hash !== undefined);
};

const keyIn = ({ verifier_key: text }: Fields): VerifierKey => {
  try {
    return parseVerifierKey(String(text));
  } catch {
    throw new ExportFaultError('it names no key');
  }
};

const headIn = ({ checkpoint }: Fields) => {
  try {
    const note = parseNote(String(checkpoint));
    return { note, head: parseCheckpoint(note.text) };
  } catch {
    throw new ExportFaultError('its checkpoint is damaged');
  }
};

const verified = async (receipt: Fields, given: VerifierKey | undefined): Promise<VerifiedReceipt> => {
  const { entry, leaf, openings, leaf_index: index, tree_size: size } = receipt;
  if (typeof index !== 'number' || typeof size !== 'number')
    throw new ExportFaultError('it says of no tree where it is');
  const { note, head } = headIn(receipt);
  if (head.size !== size) throw new ExportFaultError('its checkpoint is of another tree');
  const root = rootOfInclusion(leafHash(leafIn(receipt)), index, size, hashesIn(receipt));
  if (root === undefined || !equalBytes(root, head.root))
    throw new ExportFaultError(
      'its leaf does not lead to the root of the checkpoint: the leaf, its place, the proof or the checkpoint was changed',
    );
  const verifierKey = given ?? keyIn(receipt);
  if (head.origin !== verifierKey.name || !(await verifyNote(note, verifierKey)))
    throw new ExportFaultError('its checkpoint is not signed with the key');
  const stamped = stampedHeadsIn(receipt.timestamps, head);
  if (stamped.some((stamp) => stamp.size <= index))
    throw new ExportFaultError('its time stamp is of a tree without the entry');
  // After the proof, which says which of the two was changed where entry and leaf differ.
  const shown = isFields(entry) ? entry : {};
  const proven = checkLeaf({ ...shown, leaf, openings, leaf_index: index }, index);
  const { id: entryId, organizationId, erased, unproven } = proven;
  const { origin } = head;
  return { entryId, organizationId, erased, unproven, origin, size, verifierKey, checkpoint: note, stamped };
};

/** Verifies a receipt alone: the entry, its leaf, its place in the tree, and the signature. Never throws. */
export const verifyReceipt = async (text: string, key?: VerifierKey): Promise<ReceiptVerdict> => {
  let entryId: string | undefined;
  try {
    const receipt = parsed(text);
    entryId = isFields(receipt.entry) && typeof receipt.entry.id === 'string' ? receipt.entry.id : undefined;
    return { verified: await verified(receipt, key) };
  } catch (error) {
    if (error instanceof ExportFaultError) return { fault: { entryId, reason: error.message } };
    return { fault: { entryId, reason: 'the receipt is damaged' } };
  }
};
