import { openFoundation } from '#libs/engines/foundation.js';
import { metadataOf } from '#libs/event-sourcing/event-metadata.js';
import { readSettings } from '#libs/platform/config/settings.js';
import { START } from '#libs/ports/event-store/position.js';

/** Types of the events that each acknowledged act has left in the log, exactly once, under the id of its request. */
const eventsOf: Record<string, readonly string[]> = {
  translate: ['TextTranslated'],
  api_key_create: ['ApiKeyCreated'],
  document_upload: ['DocumentUploaded', 'DocumentTranslationRequested', 'DocumentTranslationCompleted'],
};

const pageSize = 1_000;

/** How often each of these types is in the log, by `type request id`. */
const countEvents = async (settings: Record<string, string>): Promise<Map<string, number>> => {
  const { eventStore, close } = await openFoundation(readSettings(settings), { role: 'cli', poolSize: 2 });
  const counts = new Map<string, number>();
  try {
    const types = Object.values(eventsOf).flat();
    for (let after = START, atEnd = false; !atEnd; ) {
      const page = await eventStore.readAll({ after, limit: pageSize, types });
      for (const event of page.events) {
        const key = `${event.type} ${metadataOf(event).requestId}`;
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
      after = page.position;
      atEnd = page.atEnd;
    }
  } finally {
    await close();
  }
  return counts;
};

/** Acknowledged acts that are not in the log exactly once, and other acts that are there twice. */
export const eventLogViolations = async (
  settings: Record<string, string>,
  told: readonly { action: string; requestId: string }[],
): Promise<string[]> => {
  const counts = await countEvents(settings);
  const lost = told.flatMap(({ action, requestId }) =>
    (eventsOf[action] ?? [])
      .filter((type) => !counts.has(`${type} ${requestId}`))
      .map((type) => `${action} ${requestId}: told, and no ${type} is in the log`),
  );
  const doubled = [...counts]
    .filter(([, count]) => count > 1)
    .map(([key, count]) => `${key}: ${count} times in the log`);
  return [...lost, ...doubled];
};
