/** A file that is none to verify, or not the one that is needed. */
export class NotVerifiableError extends Error {
  override readonly name = 'NotVerifiableError';
}
