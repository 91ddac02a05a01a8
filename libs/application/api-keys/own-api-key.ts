import { apiKey } from '#libs/domain/api-key/api-key.decider.js';
import type { ApiKeyGrant } from '#libs/domain/api-key/api-key.events.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { loadState } from '#libs/event-sourcing/command-execution.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';

/**
 * The grant of a key of this organization; another's key counts as missing.
 * @throws Rejection `not_found`
 */
export const grantOfOwnKey = async (
  eventStore: Pick<EventStore, 'readStream'>,
  organizationId: string,
  keyId: string,
): Promise<ApiKeyGrant> => {
  const { state } = await loadState(eventStore, apiKey, keyId);
  if (state.status === 'none' || state.grant.organizationId !== organizationId) {
    throw new Rejection('not_found', { message: 'The API key does not exist.' });
  }
  return state.grant;
};
