import { randomBytes } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { parseCheckpoint } from '../checkpoint.js';
import { verifyConsistency } from '../consistency.js';
import { cosign, verifyCosignature } from '../cosignature.js';
import { publicKeyOf } from '../ed25519.js';
import { formatNote, parseNote, verifyNote } from '../signed-note.js';
import { makeVerifierKey, parseVerifierKey, signatureType } from '../verifier-key.js';
import { entriesOf } from './entries-of.js';
import type { LogService } from './log-service.js';
import { NotVerifiableError } from './not-verifiable-error.js';
import { keysOfService, vouchedKey } from './vouched-key.js';

/** The file of a witness about a log, which the service cannot change. */
interface WitnessFile {
  /** Name of the witness, and the secret that it signs with, base64. */
  name: string;
  secret: string;
  /** The key of the log. */
  verifier_key: string;
  /** Keys of the log before it, each of which has vouched for the next one. */
  previous_keys?: string[];
  /** The last checkpoint that was found to continue the one before it, with the cosignature. */
  checkpoint: string;
}

export interface WitnessOptions {
  file: string;
  service: LogService;
  /** The key of the log, known from elsewhere; that of the file, or of the service the first time, when undefined. */
  key: string | undefined;
  /** Name of a new witness. */
  name: string;
}

/** A log that does not continue what was kept, or that is not known to be the log at all. */
export interface WitnessFault {
  kind: 'inconsistent' | 'other_key';
  reason: string;
}

export interface WitnessedLog {
  origin: string;
  size: number;
  /** Entries of the checkpoint that was kept, and when it was cosigned; both undefined the first time. */
  before: number | undefined;
  beforeAt: Date | undefined;
  cosignature: string;
  /** The key that the log was verified with. */
  verifierKey: string;
  isKeyFromService: boolean;
  /** The key that is relied on from now on, where the one before has vouched for it. */
  newKey: string | undefined;
  /** Why a newer key that signs the log is not relied on yet. */
  notVouched: string | undefined;
}

export type WitnessVerdict = WitnessedLog | { fault: WitnessFault };

const inconsistent = (reason: string): { fault: WitnessFault } => ({ fault: { kind: 'inconsistent', reason } });

const otherKey = (reason: string): { fault: WitnessFault } => ({ fault: { kind: 'other_key', reason } });

const isWitnessFile = (content: Partial<WitnessFile> | null): content is WitnessFile =>
  [content?.name, content?.secret, content?.verifier_key, content?.checkpoint].every(
    (text) => typeof text === 'string',
  );

const known = async (file: string): Promise<WitnessFile | undefined> => {
  try {
    const content = JSON.parse(await readFile(file, 'utf8'));
    if (isWitnessFile(content)) return content;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new NotVerifiableError(`${file} is not what a witness has kept: name another file.`);
};

const write = async (file: string, content: WitnessFile): Promise<void> => {
  const unfinished = `${file}.${randomBytes(8).toString('hex')}`;
  try {
    const handle = await open(unfinished, 'wx', 0o600);
    try {
      await handle.writeFile(`${JSON.stringify(content, undefined, 2)}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(unfinished, file);
  } finally {
    await rm(unfinished, { force: true });
  }
};

const secretOf = (base64: string): Uint8Array => Uint8Array.from(Buffer.from(base64, 'base64'));

const cosignedAt = async ({ name, secret, checkpoint }: WitnessFile): Promise<Date | undefined> => {
  const key = makeVerifierKey(name, await publicKeyOf(secretOf(secret)), signatureType.cosignature);
  return verifyCosignature(parseNote(checkpoint), key);
};

/** The key to rely on: a given one that has vouched for another since is no more than that other. */
const reliedOn = async (
  { key, service }: Pick<WitnessOptions, 'key' | 'service'>,
  last: WitnessFile | undefined,
): Promise<string> => {
  if (key !== undefined && last?.previous_keys?.includes(key) !== true) return key;
  return last?.verifier_key ?? (await keysOfService(service)).at(-1) ?? '';
};

const notSigned = (key: string): string =>
  `the checkpoint is not signed with the key ${key}. If the key was rotated since the witness was last run (log_key_rotate in the audit log), have the operator tell you the new one, and give it with --key`;

const proofOf = async (service: LogService, from: number, to: number): Promise<Uint8Array[]> => {
  const { hashes } = await service.consistency({ from, to });
  return hashes.map((hash) => new Uint8Array(Buffer.from(hash, 'base64')));
};

/**
 * Compares the newest checkpoint of a log with the one that was kept, cosigns it, and keeps it in its place.
 * @returns `fault` with what is wrong where it does not continue that one; the file stays as it is then
 */
export const witnessLog = async ({ file, service, key, name }: WitnessOptions): Promise<WitnessVerdict> => {
  const last = await known(file);
  const verifierKey = await reliedOn({ key, service }, last);
  const logKey = parseVerifierKey(verifierKey);
  const { checkpoint } = await service.checkpoint();
  const note = parseNote(checkpoint);
  const { text, signatures } = note;
  const head = parseCheckpoint(text);
  if (head.origin !== logKey.name) return otherKey(`the log is named ${head.origin}, and its key ${logKey.name}`);
  if (!(await verifyNote(note, logKey))) return otherKey(notSigned(verifierKey));
  const before = last && parseCheckpoint(parseNote(last.checkpoint).text);
  if (before !== undefined) {
    if (before.origin !== head.origin)
      return inconsistent(`the log is another: ${head.origin} in place of ${before.origin}`);
    if (head.size < before.size) return inconsistent(`the log has ${entriesOf(head.size)}, and had ${before.size}`);
    const proof = head.size === before.size ? [] : await proofOf(service, before.size, head.size);
    if (!verifyConsistency(before, head, proof))
      return inconsistent(`the log of ${entriesOf(head.size)} does not begin with the ${before.size} that it had`);
  }
  const secret = last?.secret ?? randomBytes(32).toString('base64');
  const witness = last?.name ?? name;
  const signature = await cosign(text, witness, secretOf(secret), new Date());
  const cosigned = formatNote({ text, signatures: [...signatures, signature] });
  const vouched = await vouchedKey(service, { note, head, known: logKey });
  const newKey = vouched?.key;
  const previous = [...(last?.previous_keys ?? []), ...(newKey === undefined ? [] : [verifierKey])];
  await write(file, {
    name: witness,
    secret,
    verifier_key: newKey ?? verifierKey,
    ...(previous.length === 0 ? {} : { previous_keys: previous }),
    checkpoint: cosigned,
  });
  const cosignature = formatNote({ text, signatures: [signature] })
    .slice(text.length + 1)
    .trimEnd();
  const isKeyFromService = key === undefined && last === undefined;
  return {
    origin: head.origin,
    size: head.size,
    before: before?.size,
    beforeAt: last && (await cosignedAt(last)),
    cosignature,
    verifierKey,
    isKeyFromService,
    newKey,
    notVouched: vouched?.reason,
  };
};
