import type { ExitName } from './exit-codes.js';

/** A reason why a command ends otherwise than well, in words for its caller. */
export class CommandError extends Error {
  override readonly name = 'CommandError';

  constructor(
    readonly exit: ExitName,
    message: string,
    /** The advice to its caller. */
    readonly advice?: string,
  ) {
    super(message);
  }
}
