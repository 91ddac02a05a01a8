import { sha256 as portableSha256 } from '@noble/hashes/sha2.js';

/** A hash that is made of pieces. */
export interface Sha256 {
  update(bytes: Uint8Array): unknown;
  /** 32 bytes; may be called once. */
  digest(): Uint8Array;
}

// What is Node's own takes a fraction of the time. A browser has none, and its Web Crypto answers later only.
const node: typeof import('node:crypto') | undefined = globalThis.process?.getBuiltinModule?.('node:crypto');

/** The 32 bytes of a text's SHA-256. */
export const sha256: (bytes: Uint8Array) => Uint8Array =
  node?.hash === undefined ? portableSha256 : (bytes) => new Uint8Array(node.hash('sha256', bytes, 'buffer'));

export const createSha256: () => Sha256 =
  node === undefined ? () => portableSha256.create() : () => node.createHash('sha256');
