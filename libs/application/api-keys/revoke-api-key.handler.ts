import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { apiKey } from '#libs/domain/api-key/api-key.decider.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { EVENT_STORE } from '#libs/ports/tokens.js';
import { grantOfOwnKey } from './own-api-key.js';

export class RevokeApiKey extends Command<void> {
  constructor(
    readonly keyId: string,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

@CommandHandler(RevokeApiKey)
export class RevokeApiKeyHandler implements ICommandHandler<RevokeApiKey> {
  constructor(@Inject(EVENT_STORE) private readonly eventStore: EventStore) {}

  async execute({ keyId, metadata }: RevokeApiKey): Promise<void> {
    await grantOfOwnKey(this.eventStore, metadata.organizationId, keyId);
    const command = { type: 'RevokeApiKey', now: metadata.occurredAt } as const;
    await execute(this.eventStore, apiKey, keyId, command, { commandId: metadata.requestId, metadata });
  }
}
