import { PlainError } from '#libs/platform/errors/plain-error.js';

/** A reader asks for what comes behind a place of another engine's log: the event store was exchanged under it. */
export class ForeignPositionError extends PlainError {
  override readonly name = 'ForeignPositionError';

  constructor(position: string) {
    super(
      `The place ${position} is of another event log than this one. Set EVENTSTORE_URL as it was, or bring all readers into line with this log: transledger-admin log adopt`,
    );
  }
}
