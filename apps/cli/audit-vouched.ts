import { X509Certificate } from 'node:crypto';
import {
  type Cosigner,
  cosignersOf,
  type SignedNote,
  type StampedHead,
  type WitnessPolicy,
} from '@transledger/audit-proof';
import { type TimeStampToken } from '#libs/audit/time-stamps/time-stamp-token.js';

/** Witnesses and authorities that the auditor relies on beside the key of the log. */
export interface Relied {
  policy?: WitnessPolicy;
  /** Certificates of authorities for time stamps. */
  tsaCa?: readonly X509Certificate[];
  /** Lists of revoked certificates, DER, with `tsaCa`: one of them has to be by the authority that issued the signer's. */
  tsaCrl?: readonly Uint8Array[];
}

export interface KnownTimeStamp {
  size: number;
  time: Date;
  /** Subject of the certificate that signed it. */
  authority: string;
  /** Whether its certificate leads to one that is relied on. */
  isKnown: boolean;
}

/** Statements of witnesses and authorities about a checkpoint. */
export interface Vouched {
  cosigners: readonly Cosigner[];
  /** Undefined without a policy. */
  isQuorum: boolean | undefined;
  timeStamps: readonly KnownTimeStamp[];
}

/** A statement of a witness or an authority that is wrong, or one that is missing. */
export class VouchedFault extends Error {
  override readonly name = 'VouchedFault';
}

const read = async ({ token, text, time }: StampedHead): Promise<TimeStampToken> => {
  const { readTimeStamp, TimeStampError } = await import('#libs/audit/time-stamps/time-stamp-token.js');
  try {
    const stamp = await readTimeStamp(token, text);
    if (stamp.time.getTime() !== Date.parse(time)) throw new TimeStampError('is of another time than the file says');
    return stamp;
  } catch (error) {
    if (error instanceof TimeStampError) throw new VouchedFault(`its time stamp ${error.message}`);
    throw error;
  }
};

const nameOf = ({ subject }: X509Certificate): string => subject.split('\n').join(', ');

const assertNotRevoked = async (
  path: readonly X509Certificate[],
  time: Date,
  lists: readonly Uint8Array[],
): Promise<void> => {
  const { readRevocations, RevocationsError, revokedIn } = await import('#libs/audit/time-stamps/revocations.js');
  const read = (list: Uint8Array) => {
    try {
      return readRevocations(list);
    } catch (error) {
      throw error instanceof RevocationsError ? new VouchedFault(error.message) : error;
    }
  };
  const found = await revokedIn(path, time, lists.map(read));
  if (found === undefined) return;
  if ('revoked' in found)
    throw new VouchedFault(`the certificate ${nameOf(found.revoked)} of its time stamp was revoked`);
  throw new VouchedFault(
    `no given list of revoked certificates is by the authority that issued ${nameOf(found.unknown)}, which signed its time stamp`,
  );
};

const timeStampsOf = async (
  stamped: readonly StampedHead[],
  { tsaCa: trusted, tsaCrl: lists }: Relied,
): Promise<KnownTimeStamp[]> => {
  const found: KnownTimeStamp[] = [];
  for (const head of stamped) {
    const { pathToTrusted } = await import('#libs/audit/time-stamps/chain-of-trust.js');
    const { signer, others, time } = await read(head);
    const path = trusted && pathToTrusted(signer, others, trusted, time);
    const isKnown = path !== undefined;
    if (trusted !== undefined && !isKnown)
      throw new VouchedFault('the certificate of its time stamp does not lead to one of the given');
    if (path !== undefined && lists !== undefined) await assertNotRevoked(path, time, lists);
    found.push({ size: head.size, time, authority: nameOf(signer), isKnown });
  }
  if (trusted !== undefined && found.length === 0) throw new VouchedFault('it has no time stamp');
  return found;
};

/**
 * Reads what witnesses and authorities state about a checkpoint.
 * @throws VouchedFault where a time stamp is none, and where what is relied on does not vouch for it
 */
export const vouchedFor = async (
  { checkpoint, stamped }: { checkpoint: SignedNote; stamped: readonly StampedHead[] },
  relied: Relied,
): Promise<Vouched> => {
  const { policy } = relied;
  const timeStamps = await timeStampsOf(stamped, relied);
  if (policy === undefined) return { cosigners: [], isQuorum: undefined, timeStamps };
  const { cosigners, isQuorum } = await cosignersOf(checkpoint, policy);
  const names = cosigners.map(({ name }) => name).join(', ') || 'none of its witnesses';
  if (!isQuorum) throw new VouchedFault(`the quorum of the policy is not met: it is cosigned by ${names}`);
  return { cosigners, isQuorum, timeStamps };
};

/** The statements about a checkpoint, as programs read them. */
export const vouchedAsJson = ({ cosigners, isQuorum, timeStamps }: Vouched): object => ({
  cosigned_by: cosigners.map(({ name, time }) => ({ witness: name, time: time.toISOString() })),
  quorum_met: isQuorum ?? null,
  timestamps: timeStamps.map(({ size, time, authority, isKnown }) => ({
    size,
    time: time.toISOString(),
    authority,
    authority_proven: isKnown,
  })),
});

const cosignedLine = ({ cosigners }: Vouched): string =>
  cosigners.length === 0
    ? '  No witness has cosigned it, and the policy wants none.'
    : `  Cosigned by ${cosigners.map(({ name, time }) => `${name} (${time.toISOString()})`).join(', ')}: the quorum of the policy.`;

/** The statements about a checkpoint, as people read them. */
export const vouchedLines = (vouched: Vouched): string[] => [
  ...(vouched.isQuorum === undefined ? [] : [cosignedLine(vouched)]),
  ...vouched.timeStamps.map(({ size, time, authority, isKnown }) =>
    isKnown
      ? `  Its first ${size} entries were there at ${time.toISOString()}, as ${authority} has stamped.`
      : `  Its first ${size} entries are stamped with ${time.toISOString()} by a certificate of ${authority}, which proves no identity. Pass that of its authority with --tsa-ca.`,
  ),
];
