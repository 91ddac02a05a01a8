import { Rejection } from '#libs/domain/errors/rejection.js';
import { type Account, user } from '#libs/domain/user/user.decider.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import { newId } from '#libs/platform/ids/new-id.js';
import type { Accounts, Identity } from '#libs/ports/accounts/accounts.port.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { ACCOUNTS, EVENT_STORE } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';
import { onceRecorded } from '../recorded-but-unfinished.errors.js';
import { assertOwnAccount, noSuchUser } from './own-account.js';

const linkedElsewhere = () =>
  new Rejection('conflict', { message: 'The identity is of another user, or the user has another identity.' });

/** Lets the user of an account sign in by an identity from now on; returns the account as it is then. */
export class LinkIdentity extends Command<Account> {
  constructor(
    readonly accountId: string,
    readonly identity: Identity,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

/**
 * The identity is kept before the event names it, so that none is ever of two accounts. Who finds it taken, by another
 * account or by another identity of this one, is refused as `conflict`, even where that was cut off before its event: a new
 * invite clears it.
 */
@handles(LinkIdentity, EVENT_STORE, ACCOUNTS)
export class LinkIdentityHandler implements CommandHandler<LinkIdentity> {
  constructor(
    private readonly eventStore: EventStore,
    private readonly accounts: Pick<Accounts, 'reserveIdentity' | 'setInvite'>,
  ) {}

  async execute({ accountId, identity, metadata }: LinkIdentity): Promise<Account> {
    const { organizationId, occurredAt: now } = metadata;
    const wanted = { identityId: newId('idn'), accountId, organizationId };
    const holder = await this.accounts.reserveIdentity(wanted, identity);
    if (holder?.accountId !== accountId) throw linkedElsewhere();
    const { issuer } = identity;
    const command = { type: 'LinkIdentity', issuer, identityId: holder.identityId, now } as const;
    const context = { commandId: `${metadata.requestId}/identity`, metadata, check: assertOwnAccount(organizationId) };
    const { state } = await execute(this.eventStore, user, accountId, command, context);
    await onceRecorded(() => this.accounts.setInvite(accountId, null));
    if (state.status !== 'account') throw noSuchUser();
    return state;
  }
}
