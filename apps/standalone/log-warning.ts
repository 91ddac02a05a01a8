import type { Foundation } from '#libs/engines/foundation.js';
import { START } from '#libs/ports/event-store/position.js';
import { PassedLog } from '#libs/read-side/projection/passed-log.js';

/**
 * A line for the operator where the log is not the one that the read models have passed; undefined where it is, and where the
 * event store, which may come later, does not say.
 */
export const logWarning = async ({ pool, eventStore }: Foundation): Promise<string | undefined> => {
  try {
    const replaced = await new PassedLog(pool, eventStore).replaced();
    if (replaced === undefined) return undefined;
    const { reader, position, soundTo } = replaced;
    const found = soundTo === START ? 'has nothing of what' : `has only up to ${soundTo} what`;
    return `! The event log ${found} ${reader} has passed, up to ${position}. Set EVENTSTORE_URL as it was, restore the log, or bring its readers into line: npm run -s transledger-admin -- log adopt`;
  } catch {
    return undefined;
  }
};
