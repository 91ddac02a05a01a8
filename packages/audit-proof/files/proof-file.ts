import { createReadStream } from 'node:fs';
import { verifyExport } from '../export-verification.js';
import { verifyReceipt } from '../receipt-verification.js';
import type { SignedNote } from '../signed-note.js';
import type { StampedHead } from '../stamped-heads.js';
import { formatVerifierKey, type VerifierKey } from '../verifier-key.js';
import { checkpointIn, type ShownCheckpoint, verifyCheckpoint } from './checkpoint-file.js';
import { entriesOf } from './entries-of.js';
import { exportAsJson, exportLines } from './export-file.js';
import { NotVerifiableError } from './not-verifiable-error.js';
import { receiptAsJson, receiptIn, receiptLines } from './receipt-file.js';
import { assertExport, assertVerifiable } from './unverifiable-file.js';

/** The facts that each kind of file proves. */
export interface ProvenFile {
  /** Name and size of the log, and the key that its signature was checked with. */
  origin: string;
  size: number;
  verifierKey: VerifierKey;
  /** The checkpoint, with whatever cosignatures it has, and its time stamps. */
  checkpoint: SignedNote;
  stamped: StampedHead[];
}

/** The verdict on a file, as programs and as people read it. */
export interface FileVerdict {
  /** Undefined where the file is not to be trusted: `json` and `lines` say why. */
  verified: ProvenFile | undefined;
  json: object;
  lines: string[];
  /** Lines that say whose key it is. */
  keyLines: string[];
}

/** Bytes read at a time. */
const pieceBytes = 1024 * 1024;

/** The key of a file that proves, as programs and as people read it: a key that came with the file proves no identity. */
const keyOfFile = (verifierKey: VerifierKey, isKnown: boolean): { json: object; keyLines: string[] } => ({
  json: { verifier_key: formatVerifierKey(verifierKey), identity_proven: isKnown },
  keyLines: isKnown
    ? ['  The checkpoint is signed with the given key.']
    : [
        `  The signature is by the key in the file, which proves no identity. Compare it with the log's, and pass it with --key:\n  ${formatVerifierKey(verifierKey)}`,
      ],
});

const verdictOf = (
  verified: ProvenFile | undefined,
  shown: { json: object; lines: string[] },
  isKeyGiven: boolean,
): FileVerdict => {
  if (verified === undefined) return { verified, ...shown, keyLines: [] };
  const key = keyOfFile(verified.verifierKey, isKeyGiven);
  return { verified, json: { ...shown.json, ...key.json }, lines: shown.lines, keyLines: key.keyLines };
};

/** The verdict that a file, or a statement about it, is not to be trusted. */
export const faultOf = (reason: string): FileVerdict => ({
  verified: undefined,
  json: { verified: false, entry_id: null, reason },
  lines: [`✗ ${reason}`],
  keyLines: [],
});

const checkpointVerdict = async (shown: ShownCheckpoint, key: VerifierKey | undefined): Promise<FileVerdict> => {
  if (key === undefined)
    throw new NotVerifiableError('A checkpoint has no key in it: pass that of the log with --key.');
  const found = await verifyCheckpoint(shown, key);
  if ('fault' in found) return faultOf(found.fault);
  const { origin, size } = found.verified;
  return {
    verified: { ...found.verified, verifierKey: key },
    json: { verified: true, origin, size, identity_proven: true },
    lines: [`✓ ${origin} has ${entriesOf(size)}, as the given key has signed.`],
    keyLines: [],
  };
};

/**
 * Verifies an export, a receipt or a checkpoint in a file; `-` reads an export from standard input.
 * @param key the log's key, known from elsewhere; without it the key in the file is taken, which proves no identity
 * @throws NotVerifiableError for what is none of them
 */
export const verifyProofFile = async (file: string, key?: VerifierKey): Promise<FileVerdict> => {
  assertVerifiable(file);
  const receipt = receiptIn(file);
  if (receipt !== undefined) {
    const found = await verifyReceipt(receipt, key);
    const shown = { json: receiptAsJson(found), lines: receiptLines(found) };
    return verdictOf('verified' in found ? found.verified : undefined, shown, key !== undefined);
  }
  const checkpoint = checkpointIn(file);
  if (checkpoint !== undefined) return checkpointVerdict(checkpoint, key);
  assertExport(file);
  return verifyExportIn(file === '-' ? process.stdin : createReadStream(file, { highWaterMark: pieceBytes }), key);
};

/** Verifies an export as it is read. */
export const verifyExportIn = async (pieces: AsyncIterable<Uint8Array>, key?: VerifierKey): Promise<FileVerdict> => {
  const found = await verifyExport(pieces, key);
  const shown = { json: exportAsJson(found), lines: exportLines(found) };
  return verdictOf('verified' in found ? found.verified : undefined, shown, key !== undefined);
};
