import { Rejection } from '#libs/domain/errors/rejection.js';
import { type Account, type User, user } from '#libs/domain/user/user.decider.js';
import { loadState } from '#libs/event-sourcing/command-execution.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';

export const noSuchUser = () => new Rejection('not_found', { message: 'The user does not exist.' });

/** Refuses what is no account of the organization as not found. */
export const assertOwnAccount =
  (organizationId: string) =>
  (state: User): void => {
    if (state.status !== 'account' || state.organizationId !== organizationId) throw noSuchUser();
  };

/** The account as its events have it; undefined where there is none, or none any more. */
export const loadAccount = async (
  eventStore: Pick<EventStore, 'readStream'>,
  accountId: string,
): Promise<Account | undefined> => {
  const { state } = await loadState(eventStore, user, accountId);
  return state.status === 'account' ? state : undefined;
};
