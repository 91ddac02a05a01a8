/** The engine of the bus cannot be reached; nothing was changed. */
export class MessageBusUnavailableError extends Error {
  override readonly name = 'MessageBusUnavailableError';
}
