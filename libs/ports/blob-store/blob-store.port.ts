import type { Readable } from 'node:stream';

export interface BlobInfo {
  id: string;
  /** Bytes of the plain content. */
  size: number;
  /** SHA-256 of the plain content, hex. */
  sha256: string;
}

export interface PutOptions {
  /** Maximum bytes; the call rejects with BlobTooLargeError as soon as more have come. */
  maxBytes?: number;
  /** Aborts the call, which rejects with the signal's reason, even while the content does not come. */
  signal?: AbortSignal;
}

/** Bytes `start` (inclusive) to `end` (exclusive), clipped to the content. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Encrypted files (AES-256-GCM in chunks, a key of its own for each). A blob is visible whole or not at all. Ids are
 * `[a-zA-Z0-9_-]{1,128}`; another one is a RangeError. Any call may reject with BlobStoreUnavailableError where blobs
 * are kept by another server.
 */
export interface BlobStore {
  /**
   * Stores the content, durable when it resolves; a blob of this id is replaced. An upload that breaks off leaves
   * nothing, and the blob that was there before stays.
   * @throws BlobTooLargeError, BlobStoreFullError, the content's own error
   */
  put(id: string, content: AsyncIterable<Uint8Array>, options?: PutOptions): Promise<BlobInfo>;
  /** @throws BlobNotFoundError, BlobCorruptError */
  stat(id: string): Promise<BlobInfo>;
  /**
   * Streams a range, or the whole blob, in constant memory; only the chunks that the range touches are read. A blob
   * that is deleted or replaced meanwhile may still be read to its end. The stream must be read or destroyed.
   * @throws BlobNotFoundError, BlobCorruptError (also in the stream, before any byte that is not right)
   */
  read(id: string, range?: ByteRange): Promise<Readable>;
  /** Destroys the key first, then the file. Deleting a blob that does not exist is not an error. */
  delete(id: string): Promise<void>;
  /**
   * Ids last put before this time, for a sweep that compares them with the blobs that are in use. They come in the
   * store's own order, always the same, so that a later call goes on behind the id `after`, whether or not it is there
   * any more.
   */
  list(olderThan: Date, after?: string): AsyncIterable<string>;
  /** Rejects when the store cannot be used. */
  check(): Promise<void>;
}

const idForm = /^[a-zA-Z0-9_-]{1,128}$/;

export const isBlobId = (id: string): boolean => idForm.test(id);

/** @throws RangeError */
export const assertBlobId = (id: string): void => {
  if (!isBlobId(id)) throw new RangeError('A blob id is 1 to 128 letters, digits, "_" and "-"');
};

export const everything: ByteRange = { start: 0, end: Number.POSITIVE_INFINITY };

/** @throws RangeError */
export const assertByteRange = ({ start, end }: ByteRange): void => {
  if (!Number.isSafeInteger(start) || start < 0 || !(end >= start)) {
    throw new RangeError('A range begins at 0 or later and ends where it begins or later');
  }
};
