import { scopes } from '#libs/domain/api-key/scopes.js';
import { organization } from '#libs/domain/organization/organization.decider.js';
import type { Tier } from '#libs/domain/organization/organization.events.js';
import { user } from '#libs/domain/user/user.decider.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import { newId } from '#libs/platform/ids/new-id.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { EVENT_STORE, SUBJECT_KEYS } from '#libs/ports/tokens.js';
import { CreateApiKey, CreateApiKeyHandler, type NewApiKey } from '../api-keys/create-api-key.handler.js';
import { operatorGrantor } from '../api-keys/grantor.js';
import type { IssuedKey } from '../api-keys/issued-key.js';
import { Command, type CommandHandler, handles } from '../commands.js';

export interface NewOrganization {
  name: string;
  tier: Tier;
  /** The owner's name; none when omitted. */
  ownerName?: string | undefined;
  /** A key to issue instead of a random one. */
  presetKey?: string | undefined;
  /** Parts that a start broken off half way has made already. */
  existing?: { organization: boolean; owner?: NewApiKey['owner'] | undefined };
}

/** Creates the organization of the metadata, an owner and a key with every scope, which it returns. */
export class CreateOrganization extends Command<IssuedKey> {
  constructor(
    readonly organization: NewOrganization,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

/** Creates the key last: when it exists, everything does. */
@handles(CreateOrganization, EVENT_STORE, SUBJECT_KEYS, CreateApiKeyHandler)
export class CreateOrganizationHandler implements CommandHandler<CreateOrganization> {
  constructor(
    private readonly eventStore: EventStore,
    private readonly subjectKeys: SubjectKeys,
    private readonly apiKeys: CreateApiKeyHandler,
  ) {}

  async execute({ organization: wanted, metadata }: CreateOrganization): Promise<IssuedKey> {
    const { name, tier, ownerName = 'First owner', presetKey, existing } = wanted;
    if (existing?.organization !== true) {
      const { organizationId, occurredAt: now } = metadata;
      const command = { type: 'CreateOrganization', organizationId, name, tier, now } as const;
      const context = { commandId: `${metadata.requestId}/organization`, metadata };
      await execute(this.eventStore, organization, organizationId, command, context);
    }
    const owner = existing?.owner ?? (await this.createOwner(ownerName, metadata));
    const rights = { scopes, grantor: operatorGrantor, ipAllowlist: [], expiresAt: null };
    return this.apiKeys.execute(new CreateApiKey({ name: 'first key', ...rights, owner, presetKey }, metadata));
  }

  private async createOwner(name: string, metadata: EventMetadata): Promise<NewApiKey['owner']> {
    const { organizationId, occurredAt: createdAt } = metadata;
    const userId = newId('usr');
    const subject = await this.subjectKeys.subjectFor(organizationId, userId);
    const sealedUser = await this.subjectKeys.seal(subject, { user_id: userId, ...(name !== '' && { name }) });
    const data = { organizationId, subject, sealedUser, role: 'owner', createdAt } as const;
    const context = { commandId: `${metadata.requestId}/owner`, metadata };
    await execute(this.eventStore, user, subject, { type: 'CreateUser', data }, context);
    return { subject, userId };
  }
}
