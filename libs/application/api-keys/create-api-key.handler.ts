import { apiKey } from '#libs/domain/api-key/api-key.decider.js';
import type { ApiKeyGrant } from '#libs/domain/api-key/api-key.events.js';
import type { Scope } from '#libs/domain/api-key/scopes.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { scopesBeyond } from '#libs/domain/user/role-scopes.js';
import type { Role } from '#libs/domain/user/user.events.js';
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
import { type KeyPerson, makerFields, sealPerson } from './sealed-person.js';

export interface NewApiKey {
  name: string;
  scopes: readonly Scope[];
  ipAllowlist: readonly string[];
  /** End of the key's validity in RFC 3339, or null. */
  expiresAt: string | null;
  /** The user in whose name the key will act, and with whom it ends. */
  owner: KeyPerson & {
    /** The owner's role, which has each scope of the key; undefined for one who has no account. */
    role?: Role | undefined;
  };
  /** The user who makes the key; undefined where that is the owner. */
  maker?: KeyPerson | undefined;
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

const assertWithinRole = ({ scopes, owner: { role } }: NewApiKey): void => {
  const beyond = role === undefined ? [] : scopesBeyond(role, scopes);
  if (beyond.length === 0) return;
  throw new Rejection('insufficient_scope', {
    message: `The owner of a key has each of its scopes; the role ${role} lacks ${beyond.join(', ')}.`,
    details: { scopes: beyond },
  });
};

/**
 * Refuses a key beyond the rights of its grantor or its owner as `insufficient_scope`, and an expiry in the past as
 * `invalid_request`.
 */
@handles(CreateApiKey, EVENT_STORE, SUBJECT_KEYS)
export class CreateApiKeyHandler implements CommandHandler<CreateApiKey> {
  constructor(
    private readonly eventStore: EventStore,
    private readonly subjectKeys: Pick<SubjectKeys, 'sealPersonal'>,
  ) {}

  async execute({ key: wanted, metadata }: CreateApiKey): Promise<IssuedKey> {
    const now = metadata.occurredAt;
    const { owner, maker, presetKey: key = generateApiKey() } = wanted;
    assertWithinRole(wanted);
    const { sealed: sealedOwner, commitment: ownerCommitment } = await sealPerson(this.subjectKeys, owner);
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
      sealedOwner,
      ownerCommitment,
      ...(await makerFields(this.subjectKeys, maker, owner.subject)),
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
