import type { ConsumerGroup } from '#libs/ports/message-bus/message-bus.port.js';
import { underLease } from '../../work/under-lease.js';
import { translationLease } from './translation-lease.js';
import { requestIn, retryDelays, type TranslationDependencies, TranslationTask } from './translation-task.js';

/** Translates each requested document; ends every one of them as completed or failed. */
export const documentTranslation = (dependencies: TranslationDependencies, concurrency: number): ConsumerGroup => ({
  name: 'document-translation',
  types: ['DocumentTranslationRequested'],
  keyOf: ({ data }) => String(data.translationId),
  concurrency,
  // However many documents of an organization the group has read ahead, one place is left to the others.
  perOrganization: Math.max(1, concurrency - 1),
  retryDelays,
  handle: async (delivery) => {
    const { translationId } = requestIn(delivery.message);
    // Waits for another worker that has it, so that the message outlives the work.
    const lease = await dependencies.leases.acquire(translationLease(translationId), delivery.signal);
    await underLease(lease, delivery, (held) => new TranslationTask(dependencies, held).run());
  },
});
