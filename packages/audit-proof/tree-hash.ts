import { concatBytes } from './bytes.js';
import { sha256 } from './sha256.js';

/** Bytes of every hash: SHA-256. */
export const hashLength = 32;

const leafPrefix = Uint8Array.of(0);
const nodePrefix = 1;

/** Hash of a leaf by its bytes (RFC 6962, 2.1). */
export const leafHash = (leaf: Uint8Array): Uint8Array => sha256(concatBytes(leafPrefix, leaf));

/** Hash of an inner node by those of its children (RFC 6962, 2.1). */
export const nodeHash = (left: Uint8Array, right: Uint8Array): Uint8Array => {
  const node = new Uint8Array(1 + left.length + right.length);
  node[0] = nodePrefix;
  node.set(left, 1);
  node.set(right, 1 + left.length);
  return sha256(node);
};

/** Root of a tree without leaves. */
export const emptyRoot = (): Uint8Array => sha256(new Uint8Array());
