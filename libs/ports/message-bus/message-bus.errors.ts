import { PlainError } from '#libs/platform/errors/plain-error.js';

/** The engine of the bus cannot be reached; nothing was changed. */
export class MessageBusUnavailableError extends Error {
  override readonly name = 'MessageBusUnavailableError';
}

/** The log does not hold a message any more that waited for its turn: it was replaced by another. */
export class MessageLostError extends PlainError {
  override readonly name = 'MessageLostError';

  constructor() {
    super('a message that waited for its turn is not in the event log any more');
  }
}
