/** Thrown for a mode that cannot be offered; `message` says why. */
export class UnusableModeError extends Error {
  override readonly name = 'UnusableModeError';
}
