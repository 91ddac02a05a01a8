import { NoticeCertificationExpiry } from '#libs/application/certifications/notice-certification-expiry.handler.js';
import type { Commands } from '#libs/application/commands.js';
import { eventAt } from '#libs/event-sourcing/event-at.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { QueueDefinition } from '#libs/ports/job-queue/job-queue.port.js';
import type { CertificationQueries } from '#projections/certifications/certifications.queries.js';
import { causedBy } from '../system-metadata.js';

export const noticesQueue = 'certification-notices';
export const noticesEveryMs = 60_000;

const noticesAtATime = 500;

interface Dependencies {
  eventStore: Pick<EventStore, 'readStream'>;
  commands: Commands;
  certifications: Pick<CertificationQueries, 'due'>;
}

/**
 * Gives the notices that are due that certifications expire. The read model finds them and the log decides, so that
 * none is given twice, whatever the clock, a restart or another worker does.
 */
export const giveCertificationNotices = ({ eventStore, commands, certifications }: Dependencies): QueueDefinition => ({
  name: noticesQueue,
  concurrency: 1,
  retryDelays: [],
  timeoutMs: 5 * 60_000,
  handle: async ({ signal }) => {
    const now = new Date().toISOString();
    for (const { standard, event_stream, event_revision } of await certifications.due(now, noticesAtATime)) {
      signal.throwIfAborted();
      // A notice is given in the name of who recorded the certification.
      const cause = await eventAt(eventStore, event_stream, event_revision);
      if (cause !== undefined) await commands.execute(new NoticeCertificationExpiry(standard, causedBy(cause, now)));
    }
  },
});
