import { Rejection } from '#libs/domain/errors/rejection.js';
import { type Account, type NamedOwner, type User, user } from '#libs/domain/user/user.decider.js';
import { loadState } from '#libs/event-sourcing/command-execution.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';

export const noSuchUser = () => new Rejection('not_found', { message: 'The user does not exist.' });

/** Refuses what is neither an account of the organization nor its owner without one as not found. */
export const assertOwnUser =
  (organizationId: string) =>
  (state: User): void => {
    if (!(isUser(state) && state.organizationId === organizationId)) throw noSuchUser();
  };

const isUser = (state: User): state is Account | NamedOwner => state.status === 'account' || state.status === 'named';

/** The user as the events of the stream have it, with an account or without; undefined where there is none, or none any more. */
export const loadUser = async (
  eventStore: Pick<EventStore, 'readStream'>,
  id: string,
): Promise<Account | NamedOwner | undefined> => {
  const { state } = await loadState(eventStore, user, id);
  return isUser(state) ? state : undefined;
};

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
