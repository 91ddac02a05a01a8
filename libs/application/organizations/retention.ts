import { organization } from '#libs/domain/organization/organization.decider.js';
import { loadState } from '#libs/event-sourcing/command-execution.js';
import { duration } from '#libs/platform/config/parsers.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';

/** Milliseconds that an organization keeps its files: as it set, and never longer than the operator does. */
export const retentionMs = async (
  eventStore: Pick<EventStore, 'readStream'>,
  organizationId: string,
  what: 'documents' | 'reports',
  operatorsMs: number,
): Promise<number> => {
  const { state } = await loadState(eventStore, organization, organizationId);
  const own = state.status === 'none' ? null : state.settings.retention[what];
  return own === null ? operatorsMs : Math.min(operatorsMs, duration(own));
};
