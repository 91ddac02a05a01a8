/** The first entry that is not what it should be. */
export interface AuditLogFault {
  /** Id of the entry, as the events say it; undefined where no event has one. */
  entryId: string | undefined;
  reason: string;
}

/** A fault of the log that is verified. */
export class FaultError extends Error {
  override readonly name = 'FaultError';
  constructor(
    readonly entryId: string | undefined,
    reason: string,
  ) {
    super(reason);
  }
}
