/**
 * An error whose message is put together by us from names, codes, ids and numbers of our own, so that it may be
 * logged, stored and shown as it is. Never one that quotes a text, a key, a file name or a library's message.
 */
export class PlainError extends Error {
  override readonly name: string = 'PlainError';
  readonly isPlain = true;
}

/** Also where the class is that of another room. */
export const isPlainError = (error: unknown): error is Error =>
  error instanceof Error && 'isPlain' in error && error.isPlain === true;
