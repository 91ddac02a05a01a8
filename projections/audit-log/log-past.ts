import type { LogKeyPeriod } from '#libs/domain/audit/log-key-period.js';
import { isLaterLog, logNumberOf } from '#libs/domain/audit/log-name.js';
import type { SignedLog } from '#libs/ports/log-signatures/log-signatures.port.js';
import type { KeptHead } from '#libs/ports/signed-heads/signed-heads.port.js';

/** The past of a log, as the database and the copy outside it know it. */
export interface LogPast {
  /** The newest signed head, as the database knows it. */
  before: SignedLog | undefined;
  /** The same outside the database. */
  kept: KeptHead | undefined;
  keys: readonly LogKeyPeriod[];
}

/** The heads that were signed of the log that is written to. */
export interface SignedBeginnings {
  /** Name of the log; undefined for one that is the first of its organization, and not signed yet. */
  origin: string | undefined;
  heads: (SignedLog | KeptHead)[];
  /** Why others may have been signed that the database does not know. */
  brokenBecause: string | undefined;
}

/** The heads that a log has to begin with. */
export const beginningsOf = ({ before, kept, keys }: LogPast): SignedBeginnings => {
  const origin = before?.origin ?? keys.at(-1)?.origin ?? kept?.origin;
  const isOfThisLog = kept?.origin === origin;
  const heads = [before, isOfThisLog ? kept : undefined].filter((head) => head !== undefined);
  const isUnknownLog = kept !== undefined && keys.length === 0 && logNumberOf(kept.origin) > 1;
  const isOtherLog = kept !== undefined && !isOfThisLog && !isLaterLog(origin ?? '', kept.origin);
  const isCopyGone = before?.isKeptOutside === true && kept === undefined;
  const brokenBecause = isCopyGone
    ? 'what was signed last is not to be found outside the database'
    : isUnknownLog || isOtherLog
      ? 'another log was signed, which the database does not know'
      : undefined;
  return { origin, heads, brokenBecause };
};
