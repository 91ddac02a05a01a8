import { concatBytes, equalBytes, fromBase64, toBase64, utf8 } from './bytes.js';
import { publicKeyOf, signEd25519, verifyEd25519 } from './ed25519.js';
import { isKeyName, makeVerifierKey, signatureType, type VerifierKey } from './verifier-key.js';

/** A signature of a note, by whomever. */
export interface NoteSignature {
  name: string;
  keyId: Uint8Array;
  /** The bytes behind the key's id. */
  bytes: Uint8Array;
}

/** A text with signatures (C2SP signed-note). */
export interface SignedNote {
  /** It ends with a line end. */
  text: string;
  signatures: NoteSignature[];
}

/** More signatures than this are nobody's need. */
const maxSignatures = 100;
const idLength = 4;

const signatureOf = (line: string): NoteSignature | undefined => {
  const [, name = '', encoded = ''] = /^\u2014 (\S+) (\S+)$/u.exec(line) ?? [];
  const bytes = fromBase64(encoded);
  if (!isKeyName(name) || bytes === undefined || bytes.length <= idLength) return undefined;
  return { name, keyId: bytes.subarray(0, idLength), bytes: bytes.subarray(idLength) };
};

/** @throws RangeError where it is no signed note */
export const parseNote = (note: string): SignedNote => {
  const end = note.lastIndexOf('\n\n');
  const text = note.slice(0, end + 1);
  const lines = note.slice(end + 2).split('\n');
  const signatures = lines.slice(0, -1).map(signatureOf);
  const isWhole = end >= 0 && lines.at(-1) === '' && signatures.length > 0 && signatures.length <= maxSignatures;
  const isClean = note.isWellFormed() && !/(?!\n)\p{Cc}/u.test(note);
  if (!isWhole || !isClean || signatures.includes(undefined)) throw new RangeError('This is no signed note');
  return { text, signatures: signatures.filter((signature) => signature !== undefined) };
};

/** The note as text. @throws RangeError where the text does not end with a line end */
export const formatNote = ({ text, signatures }: SignedNote): string => {
  if (!text.endsWith('\n')) throw new RangeError('The text of a note ends with a line end');
  const lines = signatures.map(({ name, keyId, bytes }) => `\u2014 ${name} ${toBase64(concatBytes(keyId, bytes))}\n`);
  return `${text}\n${lines.join('')}`;
};

/** Signs a text, which ends with a line end, in the name of a signer with a secret of 32 bytes. */
export const signNote = async (text: string, name: string, secret: Uint8Array): Promise<NoteSignature> => {
  const { id } = makeVerifierKey(name, await publicKeyOf(secret));
  return { name, keyId: id, bytes: await signEd25519(secret, utf8(text)) };
};

/** Whether a signature says that it is by this key. */
export const isBy = (signature: NoteSignature, key: VerifierKey): boolean =>
  signature.name === key.name && equalBytes(signature.keyId, key.id);

/** Whether the note has a valid signature by the key. Cosignatures are another matter (see `verifyCosignature`). */
export const verifyNote = async ({ text, signatures }: SignedNote, key: VerifierKey): Promise<boolean> => {
  if (key.type !== signatureType.ed25519) return false;
  const message = utf8(text);
  for (const signature of signatures) {
    if (isBy(signature, key) && (await verifyEd25519(key.publicKey, message, signature.bytes))) return true;
  }
  return false;
};
