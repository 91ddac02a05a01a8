import { malformedResponse } from '../triton-error.js';

const prefix = 4;

const byteLength = (element: string | Uint8Array): number =>
  typeof element === 'string' ? Buffer.byteLength(element) : element.byteLength;

/**
 * Encodes BYTES: each element behind its length as four bytes, little-endian. One allocation, each element copied once.
 */
export const encodeBytes = (elements: readonly (string | Uint8Array)[]): Buffer => {
  const lengths = elements.map(byteLength);
  const encoded = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + prefix + length, 0));
  let at = 0;
  elements.forEach((element, index) => {
    at = encoded.writeUInt32LE(lengths[index] ?? 0, at);
    if (typeof element === 'string') encoded.write(element, at);
    else encoded.set(element, at);
    at += lengths[index] ?? 0;
  });
  return encoded;
};

/** Decodes BYTES; the elements are views of `encoded`. */
export const decodeBytes = (encoded: Buffer): Buffer[] => {
  const elements: Buffer[] = [];
  let at = 0;
  while (at < encoded.length) {
    if (at + prefix > encoded.length) throw malformedResponse('A BYTES tensor ends inside a length');
    const end = at + prefix + encoded.readUInt32LE(at);
    if (end > encoded.length) throw malformedResponse('A BYTES tensor ends inside an element');
    elements.push(encoded.subarray(at + prefix, end));
    at = end;
  }
  return elements;
};
