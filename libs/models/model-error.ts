/** Why models cannot be looked up, installed or removed, in a sentence for the operator; it never has credentials. */
export class ModelError extends Error {
  override readonly name = 'ModelError';

  constructor(
    message: string,
    /** Whether the same may succeed in a while: a source is away, or the disk is full. */
    readonly mayPass = false,
  ) {
    super(message);
  }
}
