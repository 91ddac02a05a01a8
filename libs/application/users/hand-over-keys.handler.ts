import { apiKey } from '#libs/domain/api-key/api-key.decider.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { scopesBeyond } from '#libs/domain/user/role-scopes.js';
import type { Role } from '#libs/domain/user/user.events.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { EVENT_STORE, SUBJECT_KEYS } from '#libs/ports/tokens.js';
import { type KeyPerson, sealPerson } from '../api-keys/sealed-person.js';
import { Command, type CommandHandler, handles } from '../commands.js';
import { USER_BELONGINGS, type UserBelongings } from './user-belongings.port.js';

/** Hands the keys of one user over to another; returns their ids. */
export class HandOverKeys extends Command<string[]> {
  constructor(
    /** Subject reference of the user who owns them. */
    readonly from: string,
    /** `role` is undefined for one who has no account. */
    readonly to: KeyPerson & { role: Role | undefined },
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

/**
 * Each key acts in the new owner's name from its own event on; cut off in between, the next one goes on with the rest.
 * Refuses all where the new owner's role lacks a scope of one, as `insufficient_scope`, and a user's own as `conflict`.
 */
@handles(HandOverKeys, EVENT_STORE, SUBJECT_KEYS, USER_BELONGINGS)
export class HandOverKeysHandler implements CommandHandler<HandOverKeys> {
  constructor(
    private readonly eventStore: EventStore,
    private readonly subjectKeys: Pick<SubjectKeys, 'sealPersonal'>,
    private readonly belongings: Pick<UserBelongings, 'keysOf'>,
  ) {}

  async execute({ from, to, metadata }: HandOverKeys): Promise<string[]> {
    if (from === to.subject) {
      throw new Rejection('conflict', { message: 'Keys are handed over to another user, who stays.' });
    }
    const keys = await this.belongings.keysOf(metadata.organizationId, from);
    const { role } = to;
    const beyond = keys.filter(({ scopes }) => role !== undefined && scopesBeyond(role, scopes).length > 0);
    if (beyond.length > 0) {
      throw new Rejection('insufficient_scope', {
        message: `The owner of a key has each of its scopes; the role ${role} lacks some. Revoke these keys first.`,
        details: { keys: beyond.map(({ id }) => id) },
      });
    }
    if (keys.length === 0) return [];
    const { sealed: sealedOwner, commitment: ownerCommitment } = await sealPerson(this.subjectKeys, to);
    const owner = { ownerSubject: to.subject, sealedOwner, ownerCommitment };
    for (const { id } of keys) {
      const command = { type: 'HandOverApiKey', owner, now: metadata.occurredAt } as const;
      const context = { commandId: `${metadata.requestId}/hand-over/${id}`, metadata };
      await execute(this.eventStore, apiKey, id, command, context);
    }
    return keys.map(({ id }) => id);
  }
}
