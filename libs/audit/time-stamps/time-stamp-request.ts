import { hash, randomBytes } from 'node:crypto';
import { Integer, OctetString } from 'asn1js';
import { AlgorithmIdentifier, MessageImprint, TimeStampReq } from 'pkijs';

/** OID of SHA-256, by which every imprint here is made. */
export const sha256Id = '2.16.840.1.101.3.4.2.1';

const nonceBytes = 8;

export interface TimeStampRequest {
  /** The text that is to be stamped. */
  text: string;
  /** The number that the answer has to repeat, as DER encodes it. */
  nonce: Uint8Array;
  /** DER of the request. */
  bytes: Uint8Array;
}

/** A positive number as DER encodes it: the first byte is from 1 to 127. */
const newNonce = (): Uint8Array => {
  const nonce = randomBytes(nonceBytes);
  nonce[0] = ((nonce[0] ?? 0) & 0x7f) | 0x01;
  return nonce;
};

/** Asks an authority for a time stamp of a text, with its certificate (RFC 3161). */
export const timeStampRequest = (text: string): TimeStampRequest => {
  const nonce = newNonce();
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: sha256Id }),
      hashedMessage: new OctetString({ valueHex: hash('sha256', text, 'buffer') }),
    }),
    nonce: new Integer({ valueHex: nonce }),
    certReq: true,
  });
  return { text, nonce, bytes: new Uint8Array(request.toSchema().toBER()) };
};
