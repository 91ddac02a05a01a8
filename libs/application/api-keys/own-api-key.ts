import { type ApiKey, apiKey } from '#libs/domain/api-key/api-key.decider.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { loadState } from '#libs/event-sourcing/command-execution.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';

export type ExistingApiKey = Exclude<ApiKey, { status: 'none' }>;

/**
 * A key of this organization; another's key counts as missing.
 * @throws Rejection `not_found`
 */
export const ownApiKey = async (
  eventStore: Pick<EventStore, 'readStream'>,
  organizationId: string,
  keyId: string,
): Promise<ExistingApiKey> => {
  const { state } = await loadState(eventStore, apiKey, keyId);
  if (state.status === 'none' || state.grant.organizationId !== organizationId) {
    throw new Rejection('not_found', { message: 'The API key does not exist.' });
  }
  return state;
};
