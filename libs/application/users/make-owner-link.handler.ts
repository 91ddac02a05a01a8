import { user } from '#libs/domain/user/user.decider.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { EVENT_STORE } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';
import { accountIdOfOwner, newOwnerLink } from './owner-links.js';

export interface OwnerLink {
  /** In clear text: for whoever asked, and nowhere else. */
  token: string;
  /** RFC 3339. */
  expiresAt: string;
}

/** Makes a link by which the owner of a first start, by its reference, gets an account. It takes the place of the last one. */
export class MakeOwnerLink extends Command<OwnerLink> {
  constructor(
    readonly subject: string,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

@handles(MakeOwnerLink, EVENT_STORE)
export class MakeOwnerLinkHandler implements CommandHandler<MakeOwnerLink> {
  constructor(private readonly eventStore: EventStore) {}

  async execute({ subject, metadata }: MakeOwnerLink): Promise<OwnerLink> {
    const { organizationId, occurredAt: madeAt } = metadata;
    const accountId = accountIdOfOwner(subject);
    const { token, link } = newOwnerLink(accountId, madeAt);
    const data = { organizationId, accountId, subject, ...link, madeAt };
    const context = { commandId: metadata.requestId, metadata };
    await execute(this.eventStore, user, accountId, { type: 'MakeOwnerLink', data }, context);
    return { token, expiresAt: link.linkExpiresAt };
  }
}
