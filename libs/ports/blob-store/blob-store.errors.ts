/** What a failed call means for the caller; `kind` tells them apart across module copies. */
export abstract class BlobStoreError extends Error {
  abstract readonly kind: 'not-found' | 'corrupt' | 'too-large' | 'full' | 'unavailable';
}

/** There is no such blob, or its key was destroyed. */
export class BlobNotFoundError extends BlobStoreError {
  override readonly name = 'BlobNotFoundError';
  readonly kind = 'not-found';
  constructor(readonly id: string) {
    super(`There is no blob ${id}`);
  }
}

/** What is stored is not what was put: changed, cut, lengthened, reordered or another blob's. */
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

/** There is no room left where blobs are kept; nothing was kept of this one. */
export class BlobStoreFullError extends BlobStoreError {
  readonly retryable = true;
  override readonly name = 'BlobStoreFullError';
  readonly kind = 'full';
  constructor(options?: ErrorOptions) {
    super('There is no room left for blobs', options);
  }
}

/** Where blobs are kept does not answer, or refuses us. The message is one line that says which. */
export class BlobStoreUnavailableError extends BlobStoreError {
  readonly retryable = true;
  override readonly name = 'BlobStoreUnavailableError';
  readonly kind = 'unavailable';
}
