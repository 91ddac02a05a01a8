import { PlainError } from '#libs/platform/errors/plain-error.js';

/** The bytes do not fit into what the organization may store. */
export class StorageExceededError extends PlainError {
  override readonly name = 'StorageExceededError';
  readonly kind = 'storage-exceeded';

  /**
   * @param asked bytes that were asked for beyond those that are stored or reserved
   * @param used bytes that are stored or reserved
   */
  constructor(
    readonly asked: number,
    readonly used: number,
    readonly limit: number,
  ) {
    super(`${asked} more bytes do not fit beside ${used} of ${limit}`);
  }
}

/** Recognises it by its mark, also when its class was defined elsewhere. */
export const isStorageExceeded = (error: unknown): error is StorageExceededError =>
  error instanceof Error && 'kind' in error && error.kind === 'storage-exceeded';
