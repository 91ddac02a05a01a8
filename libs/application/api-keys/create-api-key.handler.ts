import { apiKey } from '#libs/domain/api-key/api-key.decider.js';
import type { ApiKeyGrant } from '#libs/domain/api-key/api-key.events.js';
import type { Scope } from '#libs/domain/api-key/scopes.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import { generateApiKey, hashApiKey } from '#libs/platform/ids/api-key-format.js';
import { newId } from '#libs/platform/ids/new-id.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { EVENT_STORE, SUBJECT_KEYS } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';
import { assertCanGrant, type Grantor } from './grantor.js';
import { type IssuedKey, issuedGrantIn } from './issued-key.js';

export interface NewApiKey {
  name: string;
  scopes: readonly Scope[];
  ipAllowlist: readonly string[];
  /** End of the key's validity in RFC 3339, or null. */
  expiresAt: string | null;
  /** The user in whose name the key will act. */
  owner: { subject: string; userId: string };
  /** The caller that creates the key. */
  grantor: Grantor;
  /** A key to issue instead of a random one. */
  presetKey?: string | undefined;
}

export class CreateApiKey extends Command<IssuedKey> {
  constructor(
    readonly key: NewApiKey,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

/** Refuses a key beyond the grantor's rights as `insufficient_scope`, and an expiry in the past as `invalid_request`. */
@handles(CreateApiKey, EVENT_STORE, SUBJECT_KEYS)
export class CreateApiKeyHandler implements CommandHandler<CreateApiKey> {
  constructor(
    private readonly eventStore: EventStore,
    private readonly subjectKeys: Pick<SubjectKeys, 'seal'>,
  ) {}

  async execute({ key: wanted, metadata }: CreateApiKey): Promise<IssuedKey> {
    const now = metadata.occurredAt;
    const { owner, presetKey: key = generateApiKey() } = wanted;
    const grant: ApiKeyGrant = {
      keyId: newId('key'),
      organizationId: metadata.organizationId,
      name: wanted.name,
      secretHash: hashApiKey(key),
      scopes: [...wanted.scopes],
      ipAllowlist: [...wanted.ipAllowlist],
      expiresAt: wanted.expiresAt,
      createdAt: now,
      ownerSubject: owner.subject,
      sealedOwner: await this.subjectKeys.seal(owner.subject, { user_id: owner.userId }),
    };
    assertCanGrant(wanted.grantor, grant);
    const command = { type: 'CreateApiKey', grant } as const;
    // A repeat finds the key that it has made, whatever has become of its end since.
    const check = () => {
      if (wanted.expiresAt === null || wanted.expiresAt > now) return;
      throw new Rejection('invalid_request', { details: { expires_at: ['must be in the future'] } });
    };
    const context = { commandId: metadata.requestId, metadata, check };
    const { events } = await execute(this.eventStore, apiKey, grant.keyId, command, context);
    return { key, grant: issuedGrantIn(events) };
  }
}
