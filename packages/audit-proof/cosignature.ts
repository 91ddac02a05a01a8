import { concatBytes, utf8 } from './bytes.js';
import { publicKeyOf, signEd25519, verifyEd25519 } from './ed25519.js';
import { isBy, type NoteSignature, type SignedNote } from './signed-note.js';
import { makeVerifierKey, signatureType, type VerifierKey } from './verifier-key.js';

/** The message that a witness signs, with the time in seconds at which the checkpoint was the newest that it had seen. */
const messageOf = (text: string, seconds: bigint): Uint8Array => utf8(`cosignature/v1\ntime ${seconds}\n${text}`);

const timeLength = 8;
const signatureLength = 64;

const timeBytes = (seconds: bigint): Uint8Array => {
  const bytes = new Uint8Array(timeLength);
  new DataView(bytes.buffer).setBigUint64(0, seconds);
  return bytes;
};

/** Signs the text of a checkpoint as a witness does (C2SP tlog-cosignature, Ed25519). */
export const cosign = async (text: string, name: string, secret: Uint8Array, time: Date): Promise<NoteSignature> => {
  const { id } = makeVerifierKey(name, await publicKeyOf(secret), signatureType.cosignature);
  const seconds = BigInt(Math.floor(time.getTime() / 1_000));
  const signature = await signEd25519(secret, messageOf(text, seconds));
  return { name, keyId: id, bytes: concatBytes(timeBytes(seconds), signature) };
};

/** The time of a valid cosignature of the note by the witness; undefined where there is none. */
export const verifyCosignature = async (
  { text, signatures }: SignedNote,
  key: VerifierKey,
): Promise<Date | undefined> => {
  if (key.type !== signatureType.cosignature) return undefined;
  for (const signature of signatures) {
    const { bytes } = signature;
    if (!isBy(signature, key) || bytes.length !== timeLength + signatureLength) continue;
    const seconds = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0);
    const isValid = await verifyEd25519(key.publicKey, messageOf(text, seconds), bytes.subarray(timeLength));
    if (isValid) return new Date(Number(seconds) * 1_000);
  }
  return undefined;
};
