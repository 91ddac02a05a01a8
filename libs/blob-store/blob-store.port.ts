import type { Readable } from 'node:stream';

export interface BlobInfo {
  id: string;
  /** Bytes of the plain content. */
  size: number;
  /** SHA-256 of the plain content, hex. */
  sha256: string;
}

export interface PutOptions {
  /** Reject with BlobTooLargeError as soon as more bytes than this have come. */
  maxBytes?: number;
  signal?: AbortSignal;
}

/**
 * Encrypted files (AES-256-GCM in chunks, a key of its own for each). A blob is visible whole or not
 * at all. Ids are `[a-zA-Z0-9_-]{1,128}`.
 */
export interface BlobStore {
  /** Durable when it resolves; a blob of this id is replaced. Broken off: nothing is left. */
  put(id: string, content: AsyncIterable<Uint8Array>, options?: PutOptions): Promise<BlobInfo>;
  /** @throws BlobNotFoundError */
  stat(id: string): Promise<BlobInfo>;
  /**
   * Streams the bytes `start` (inclusive) to `end` (exclusive); all when omitted. Constant memory.
   * @throws BlobNotFoundError, BlobCorruptError (in the stream)
   */
  read(id: string, range?: { start: number; end: number }): Promise<Readable>;
  /** Destroys the key first, then the file. Deleting what is not there is not an error. */
  delete(id: string): Promise<void>;
  /** Rejects when the place where blobs are kept cannot be used. */
  check(): Promise<void>;
}
