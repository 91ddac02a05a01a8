/** Thrown when the events of a command are in the log but its work afterwards failed, with the reason as `cause`. */
export class RecordedButUnfinishedError extends Error {
  override readonly name = 'RecordedButUnfinishedError';

  constructor(cause: unknown) {
    super('The command is in the event log, and what follows from it could not be finished', { cause });
  }
}

/**
 * Does the work that follows from written events.
 * @throws RecordedButUnfinishedError
 */
export const onceRecorded = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw new RecordedButUnfinishedError(error);
  }
};
