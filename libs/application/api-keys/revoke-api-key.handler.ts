import { apiKey } from '#libs/domain/api-key/api-key.decider.js';
import { execute, streamName, toNewEvents } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { EVENT_STORE } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';
import { type ExistingApiKey, ownApiKey } from './own-api-key.js';

export class RevokeApiKey extends Command<void> {
  constructor(
    readonly keyId: string,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

/** Revokes a key. One that is revoked already stays as it is; the act is in the log all the same. */
@handles(RevokeApiKey, EVENT_STORE)
export class RevokeApiKeyHandler implements CommandHandler<RevokeApiKey> {
  constructor(private readonly eventStore: EventStore) {}

  async execute({ keyId, metadata }: RevokeApiKey): Promise<void> {
    const { organizationId, occurredAt: now, requestId: commandId } = metadata;
    await ownApiKey(this.eventStore, organizationId, keyId);
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
