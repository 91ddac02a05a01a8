import { randomBytes } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import {
  cosign,
  formatNote,
  parseCheckpoint,
  parseNote,
  parseVerifierKey,
  verifyConsistency,
  verifyNote,
} from '@transledger/audit-proof';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { errorCodeOf } from '#libs/platform/errors/error-code.js';
import { keysOfService, vouchedKey } from './audit-witness-key.js';
import { entriesOf } from './output.js';

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
  /** Gets a path of the API behind `/v1/compliance/audit-logs/` and returns the data of its answer. */
  get: (path: string) => Promise<unknown>;
  /** The key of the log, known from elsewhere; that of the file, or of the service the first time, when undefined. */
  key: string | undefined;
  /** Name of a new witness. */
  name: string;
}

export type WitnessVerdict =
  | {
      origin: string;
      size: number;
      before: number | undefined;
      cosignature: string;
      isKeyFromService: boolean;
      /** The key that is relied on from now on, where the one before has vouched for it. */
      newKey: string | undefined;
      /** Why a newer key that signs the log is not relied on yet. */
      notVouched: string | undefined;
    }
  | { fault: string };

const isWitnessFile = (content: Partial<WitnessFile> | null): content is WitnessFile =>
  [content?.name, content?.secret, content?.verifier_key, content?.checkpoint].every(
    (text) => typeof text === 'string',
  );

const known = async (file: string): Promise<WitnessFile | undefined> => {
  try {
    const content = JSON.parse(await readFile(file, 'utf8'));
    if (isWitnessFile(content)) return content;
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return undefined;
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new Rejection('invalid_request', { message: `${file} is not what a witness has kept: name another file.` });
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

/** The key to rely on: a given one that has vouched for another since is no more than that other. */
const reliedOn = async (
  { key, get }: Pick<WitnessOptions, 'key' | 'get'>,
  last: WitnessFile | undefined,
): Promise<string> => {
  if (key !== undefined && last?.previous_keys?.includes(key) !== true) return key;
  return last?.verifier_key ?? (await keysOfService(get)).at(-1) ?? '';
};

const notSigned = (key: string): string =>
  `the checkpoint is not signed with the key ${key}. If the key was rotated since the witness was last run (log_key_rotate in the audit log), have the operator tell you the new one, and give it with --key`;

const proofOf = async (get: WitnessOptions['get'], from: number, to: number): Promise<Uint8Array[]> => {
  const { hashes } = (await get(`consistency?from=${from}&to=${to}`)) as { hashes: string[] };
  return hashes.map((hash) => new Uint8Array(Buffer.from(hash, 'base64')));
};

/**
 * Compares the newest checkpoint of a log with the one that was kept, cosigns it, and keeps it in its place.
 * @returns `fault` with what is wrong where it does not continue that one; the file stays as it is then
 */
export const witnessLog = async ({ file, get, key, name }: WitnessOptions): Promise<WitnessVerdict> => {
  const last = await known(file);
  const verifierKey = await reliedOn({ key, get }, last);
  const logKey = parseVerifierKey(verifierKey);
  const { checkpoint } = (await get('checkpoint')) as { checkpoint: string };
  const note = parseNote(checkpoint);
  const { text, signatures } = note;
  const head = parseCheckpoint(text);
  if (head.origin !== logKey.name) return { fault: `the log is named ${head.origin}, and its key ${logKey.name}` };
  if (!(await verifyNote(note, logKey))) return { fault: notSigned(verifierKey) };
  const before = last && parseCheckpoint(parseNote(last.checkpoint).text);
  if (before !== undefined) {
    if (before.origin !== head.origin)
      return { fault: `the log is another: ${head.origin} in place of ${before.origin}` };
    if (head.size < before.size) return { fault: `the log has ${entriesOf(head.size)}, and had ${before.size}` };
    const proof = head.size === before.size ? [] : await proofOf(get, before.size, head.size);
    if (!verifyConsistency(before, head, proof))
      return { fault: `the log of ${entriesOf(head.size)} does not begin with the ${before.size} that it had` };
  }
  const secret = last?.secret ?? randomBytes(32).toString('base64');
  const witness = last?.name ?? name;
  const signature = await cosign(text, witness, Buffer.from(secret, 'base64'), new Date());
  const cosigned = formatNote({ text, signatures: [...signatures, signature] });
  const vouched = await vouchedKey(get, { note, head, known: logKey });
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
    cosignature,
    isKeyFromService,
    newKey,
    notVouched: vouched?.reason,
  };
};
