/** The events of a command are in the log; what it had to do afterwards failed, for the `cause`. */
export class RecordedButUnfinishedError extends Error {
  override readonly name = 'RecordedButUnfinishedError';

  constructor(cause: unknown) {
    super('The command is in the event log, and what follows from it could not be finished', { cause });
  }
}

/** Does what follows from events that are written. @throws RecordedButUnfinishedError */
export const onceRecorded = async (work: () => Promise<unknown>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    throw new RecordedButUnfinishedError(error);
  }
};
