import { fromBase64 } from './bytes.js';
import { type Checkpoint, parseCheckpoint } from './checkpoint.js';
import { verifyConsistency } from './consistency.js';
import { ExportFaultError, isFields } from './export-entry.js';

/** A time stamp of a head, as a file shows it. What its token says is verified elsewhere (RFC 3161). */
export interface StampedHead {
  size: number;
  /** The stamped text, that of a checkpoint. */
  text: string;
  /** DER. */
  token: Uint8Array;
  /** The time that the token is said to have, RFC 3339. */
  time: string;
}

/** More time stamps than this are nobody's need. */
const maxStamps = 100;

const damaged = (): ExportFaultError => new ExportFaultError('its time stamp is damaged');

const headOf = (text: string): Checkpoint => {
  try {
    return parseCheckpoint(text);
  } catch {
    throw damaged();
  }
};

const stampIn = (shown: unknown, head: Checkpoint): StampedHead => {
  const { size, time, text, token, hashes } = isFields(shown) ? shown : {};
  const bytes = typeof token === 'string' ? fromBase64(token) : undefined;
  const proof = Array.isArray(hashes) ? hashes.map((hash) => fromBase64(String(hash))) : [undefined];
  if (typeof time !== 'string' || typeof text !== 'string' || bytes === undefined) throw damaged();
  const stamped = headOf(text);
  if (stamped.size !== size || stamped.size === 0) throw damaged();
  if (stamped.origin !== head.origin) throw new ExportFaultError('its time stamp is of another log');
  const known = proof.filter((hash) => hash !== undefined);
  if (known.length !== proof.length || !verifyConsistency(stamped, head, known))
    throw new ExportFaultError('its time stamp is of a tree that is not the beginning of this one');
  return { size: stamped.size, text, token: bytes, time };
};

/**
 * The time stamps that a file shows beside a head: of that head, or of one that it is shown to continue.
 * @throws ExportFaultError
 */
export const stampedHeadsIn = (shown: unknown, head: Checkpoint): StampedHead[] => {
  if (shown === undefined) return [];
  if (!Array.isArray(shown) || shown.length > maxStamps) throw damaged();
  return shown.map((one) => stampIn(one, head));
};
