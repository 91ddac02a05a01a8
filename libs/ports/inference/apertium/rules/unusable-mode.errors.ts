/** A mode that cannot be offered, with what is wrong in `message`. */
export class UnusableModeError extends Error {
  override readonly name = 'UnusableModeError';
}
