import { fromBER } from 'asn1js';
import { PKIStatus, TimeStampResp } from 'pkijs';
import type { TimeStampRequest } from './time-stamp-request.js';
import { readTimeStamp, TimeStampError, type TimeStampToken } from './time-stamp-token.js';

export type AnsweredTimeStamp =
  /** DER of the token, and what it says. */
  | { token: Uint8Array; read: TimeStampToken }
  /** The authority says that it gives none, and why. */
  | { rejected: string }
  /** The fault of its reply. */
  | { invalid: string };

const sameBytes = (a: Uint8Array, b: Uint8Array | undefined): boolean => b !== undefined && Buffer.from(a).equals(b);

const reasonIn = ({ status: { status, statusStrings = [] } }: TimeStampResp): string => {
  const words = statusStrings.map((line) => line.valueBlock.value).join(' ');
  return words === '' ? `status ${status}` : `status ${status}: ${words}`;
};

/** Reads what an authority answered to a request (RFC 3161), and verifies it as far as what it holds goes. Never throws. */
export const readTimeStampAnswer = async (
  bytes: Uint8Array,
  { text, nonce }: Pick<TimeStampRequest, 'text' | 'nonce'>,
): Promise<AnsweredTimeStamp> => {
  try {
    const { offset, result } = fromBER(bytes);
    if (offset !== bytes.length) return { invalid: 'it is not DER' };
    const response = new TimeStampResp({ schema: result });
    const { status } = response.status;
    if (status !== PKIStatus.granted && status !== PKIStatus.grantedWithMods) return { rejected: reasonIn(response) };
    if (response.timeStampToken === undefined) return { invalid: 'it has no time stamp' };
    const token = new Uint8Array(response.timeStampToken.toSchema().toBER());
    const read = await readTimeStamp(token, text);
    return sameBytes(nonce, read.nonce) ? { token, read } : { invalid: 'it repeats another number than it was given' };
  } catch (error) {
    if (error instanceof TimeStampError) return { invalid: `the time stamp ${error.message}` };
    return { invalid: `it is no answer to a request for a time stamp (${String(error)})` };
  }
};
