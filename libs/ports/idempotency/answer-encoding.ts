import type { StoredAnswer } from './idempotency.port.js';

const headLengthBytes = 4;

/** Encodes the length of the head, the head as JSON, and the body as it is. */
export const encodeAnswer = ({ status, headers, body }: StoredAnswer): Buffer => {
  const head = Buffer.from(JSON.stringify({ status, headers }));
  const length = Buffer.alloc(headLengthBytes);
  length.writeUInt32BE(head.length);
  return Buffer.concat([length, head, body]);
};

/** Reads back what `encodeAnswer` wrote. */
export const decodeAnswer = (encoded: Buffer): StoredAnswer => {
  const bodyStart = headLengthBytes + encoded.readUInt32BE();
  const head: Omit<StoredAnswer, 'body'> = JSON.parse(encoded.subarray(headLengthBytes, bodyStart).toString());
  return { ...head, body: encoded.subarray(bodyStart) };
};
