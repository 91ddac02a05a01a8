import type { StoredResponse } from './idempotency.port.js';

const headLengthBytes = 4;

/** Encodes the length of the head, the head as JSON, and the body as it is. */
export const encodeResponse = ({ status, headers, body }: StoredResponse): Buffer => {
  const head = Buffer.from(JSON.stringify({ status, headers }));
  const length = Buffer.alloc(headLengthBytes);
  length.writeUInt32BE(head.length);
  return Buffer.concat([length, head, body]);
};

/** Reads back what `encodeResponse` wrote. */
export const decodeResponse = (encoded: Buffer): StoredResponse => {
  const bodyStart = headLengthBytes + encoded.readUInt32BE();
  const head: Omit<StoredResponse, 'body'> = JSON.parse(encoded.subarray(headLengthBytes, bodyStart).toString());
  return { ...head, body: encoded.subarray(bodyStart) };
};
