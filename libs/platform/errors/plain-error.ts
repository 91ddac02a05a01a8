/**
 * An error whose message we make from names, codes, ids and numbers of our own, so that it may be
 * logged, stored and shown as it is. It never quotes a text, a key, a file name or a library's message.
 */
export class PlainError extends Error {
  override readonly name: string = 'PlainError';
  readonly isPlain = true;
}

/** Recognises a plain error by its mark, also when its class was defined elsewhere. */
export const isPlainError = (error: unknown): error is Error =>
  error instanceof Error && 'isPlain' in error && error.isPlain === true;
