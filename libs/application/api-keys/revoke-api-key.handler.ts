import { apiKey } from '#libs/domain/api-key/api-key.decider.js';
import type { ApiKeyGrant } from '#libs/domain/api-key/api-key.events.js';
import { type Scope, scopes } from '#libs/domain/api-key/scopes.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { execute, streamName, toNewEvents } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { EVENT_STORE } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';
import { type ExistingApiKey, ownApiKey } from './own-api-key.js';

/** A key, a user or the operator, who revokes a key. */
export interface Revoker {
  /** Id of the key; undefined for the operator. */
  keyId: string | undefined;
  scopes: readonly Scope[];
}

/** The operator, on the command line, revokes every key. */
export const operatorRevoker: Revoker = { keyId: undefined, scopes };

export class RevokeApiKey extends Command<void> {
  constructor(
    readonly keyId: string,
    readonly revoker: Revoker,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

const assertCanRevoke = (revoker: Revoker, { keyId, scopes: held }: Pick<ApiKeyGrant, 'keyId' | 'scopes'>): void => {
  if (keyId === revoker.keyId) return;
  const beyond = held.filter((scope) => !revoker.scopes.includes(scope));
  if (beyond.length === 0) return;
  throw new Rejection('insufficient_scope', {
    message: 'Nobody but the key itself can revoke a key that has more scopes than they have.',
    details: { scopes: beyond },
  });
};

/**
 * Revokes a key. One that is revoked already stays as it is; the act is in the log all the same. One with a scope that the revoker
 * lacks is `insufficient_scope`, unless it is the revoker itself.
 */
@handles(RevokeApiKey, EVENT_STORE)
export class RevokeApiKeyHandler implements CommandHandler<RevokeApiKey> {
  constructor(private readonly eventStore: EventStore) {}

  async execute({ keyId, revoker, metadata }: RevokeApiKey): Promise<void> {
    const { organizationId, occurredAt: now, requestId: commandId } = metadata;
    const { grant } = await ownApiKey(this.eventStore, organizationId, keyId);
    assertCanRevoke(revoker, grant);
    const { state, events, position } = await execute(
      this.eventStore,
      apiKey,
      keyId,
      { type: 'RevokeApiKey', now },
      { commandId, metadata },
    );
    const wasRevokedBefore = events.length === 0 && position === undefined;
    if (wasRevokedBefore && state.status !== 'none') await this.recordAgain(state, metadata);
  }

  /**
   * In a stream of the request's own: repeated for ever, revocations must not make the key's stream long, which every
   * command on the key reads.
   */
  private async recordAgain({ grant, revokedAt }: ExistingApiKey, metadata: EventMetadata): Promise<void> {
    const { organizationId, occurredAt, requestId } = metadata;
    const data = { keyId: grant.keyId, organizationId, revokedAt: revokedAt ?? occurredAt };
    const events = toNewEvents(requestId, [{ type: 'ApiKeyRevoked', data }], metadata);
    await this.eventStore.append(streamName('api_key_revocation', requestId), events, 'no-stream');
  }
}
