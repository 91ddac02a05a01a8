import { cosignersOf, formatVerifierKey, type VerifierKey, type WitnessPolicy } from '@transledger/audit-proof';
import { type FileVerdict, faultOf } from '@transledger/audit-proof/files';
import type { Context } from '../context.js';
import type { ExitName } from '../exit-codes.js';
import { isSignedByOne, keepKey, keptKeysOf } from '../log-keys.js';

/** A verdict with what is known of the key and of witnesses. */
export interface JudgedFile {
  verdict: FileVerdict;
  exit: ExitName;
  /** Lines of what is known of the key and of witnesses. */
  lines: readonly string[];
  json: object;
}

const refused = (reason: string): JudgedFile => {
  const verdict = faultOf(reason);
  return { verdict, exit: 'proof', lines: [], json: verdict.json };
};

/** Compares the signature with the keys that are kept of the log; its first key is kept. */
const withKeptKey = async ({ io }: Context, verdict: FileVerdict): Promise<JudgedFile> => {
  const { verified, json } = verdict;
  if (verified === undefined) return { verdict, exit: 'proof', lines: [], json };
  const { origin, verifierKey, checkpoint } = verified;
  const kept = await keptKeysOf(io.env, origin);
  if (kept.length === 0) {
    await keepKey(io.env, verifierKey);
    const lines = [
      `  First use of this log: the key in the file is kept from now on. Compare it with the one that its operator tells you:`,
      `  ${formatVerifierKey(verifierKey)}`,
    ];
    return { verdict, exit: 'ok', lines, json: { ...json, identity_proven: false, key: 'kept_now' } };
  }
  if (!(await isSignedByOne(checkpoint, kept)))
    return refused(
      `the checkpoint is not signed with a key that is kept of ${origin}. If its key was rotated, run audit witness, or have the operator tell you the new one: transledger audit trust KEY`,
    );
  const lines = ['  The checkpoint is signed with the key that is kept of this log.'];
  return { verdict, exit: 'ok', lines, json: { ...json, identity_proven: true, key: 'kept' } };
};

export interface Relied {
  key?: VerifierKey | undefined;
  policy?: WitnessPolicy | undefined;
  /** Milliseconds that the newest cosignature may be old. */
  maxAge?: number | undefined;
}

const withWitnesses = async ({ io }: Context, judged: JudgedFile, { policy, maxAge }: Relied): Promise<JudgedFile> => {
  const { verified } = judged.verdict;
  if (verified === undefined || policy === undefined) return judged;
  const { cosigners, isQuorum } = await cosignersOf(verified.checkpoint, policy);
  const names = cosigners.map(({ name, time }) => `${name} (${time.toISOString()})`).join(', ');
  const newest = Math.max(...cosigners.map(({ time }) => time.getTime()));
  const isOld = maxAge !== undefined && cosigners.length > 0 && io.now() - newest > maxAge;
  const line = isQuorum
    ? `  Cosigned by ${names || 'nobody, and the policy wants none'}.`
    : `  The quorum of the policy is not met: it is cosigned by ${names || 'none of its witnesses'}.`;
  const cosigned_by = cosigners.map(({ name, time }) => ({ witness: name, time: time.toISOString() }));
  return {
    ...judged,
    exit: isQuorum && !isOld ? judged.exit : 'stale',
    lines: [...judged.lines, line, ...(isOld ? ['  The newest cosignature is older than --max-age.'] : [])],
    json: { ...judged.json, cosigned_by, quorum_met: isQuorum },
  };
};

/** Judges a verified file by a key that was given, else by those that are kept, and by witnesses. */
export const judge = async (context: Context, verdict: FileVerdict, relied: Relied): Promise<JudgedFile> => {
  const judged: JudgedFile =
    relied.key === undefined
      ? await withKeptKey(context, verdict)
      : {
          verdict,
          exit: verdict.verified === undefined ? 'proof' : 'ok',
          lines: verdict.keyLines,
          json: verdict.json,
        };
  return withWitnesses(context, judged, relied);
};

/** The judgement as people read it. */
export const judgedLines = ({ verdict, lines }: JudgedFile): string[] => [
  ...verdict.lines,
  ...(verdict.verified === undefined ? ['  The file is not to be trusted.'] : lines),
];
