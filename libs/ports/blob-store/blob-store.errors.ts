/** A failed call; `kind` says what it means for the caller, and tells errors apart across module copies. */
export abstract class BlobStoreError extends Error {
  abstract readonly kind: 'not-found' | 'corrupt' | 'too-large' | 'full' | 'unavailable';
}

/** The blob does not exist, or its key was destroyed. */
export class BlobNotFoundError extends BlobStoreError {
  override readonly name = 'BlobNotFoundError';
  readonly kind = 'not-found';
  constructor(readonly id: string) {
    super(`There is no blob ${id}`);
  }
}

/** The stored blob is not the one that was put: changed, cut, lengthened, reordered or another blob's. */
export class BlobCorruptError extends BlobStoreError {
  override readonly name = 'BlobCorruptError';
  readonly kind = 'corrupt';
  constructor(readonly id: string) {
    super(`Blob ${id} is not as it was written`);
  }
}

/** More bytes came than the caller allowed; nothing was kept. */
export class BlobTooLargeError extends BlobStoreError {
  override readonly name = 'BlobTooLargeError';
  readonly kind = 'too-large';
  constructor(readonly maxBytes: number) {
    super(`More than ${maxBytes} bytes`);
  }
}

/** The store has no room left; nothing was kept of this blob. */
export class BlobStoreFullError extends BlobStoreError {
  readonly retryable = true;
  override readonly name = 'BlobStoreFullError';
  readonly kind = 'full';
  constructor(options?: ErrorOptions) {
    super('There is no room left for blobs', options);
  }
}

/** The store does not answer, or refuses access. The message is one line that says which. */
export class BlobStoreUnavailableError extends BlobStoreError {
  readonly retryable = true;
  override readonly name = 'BlobStoreUnavailableError';
  readonly kind = 'unavailable';
}
