import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ApiKeyCommand } from '#libs/domain/api-key/api-key.commands.js';
import { apiKey } from '#libs/domain/api-key/api-key.decider.js';
import type { ApiKeyGrant } from '#libs/domain/api-key/api-key.events.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import { generateApiKey, hashApiKey } from '#libs/platform/ids/api-key-format.js';
import { newId } from '#libs/platform/ids/new-id.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { EVENT_STORE } from '#libs/ports/tokens.js';
import type { IssuedKey } from './issued-key.js';
import { grantOfOwnKey } from './own-api-key.js';

/** Milliseconds that a rotated key goes on working beside its successor. */
const rotationGraceMs = 24 * 60 * 60 * 1000;

/** Returns the successor, which has the same rights. */
export class RotateApiKey extends Command<IssuedKey> {
  constructor(
    readonly keyId: string,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

/**
 * Issues a successor; the old key works on for a day. The successor comes first: when the command is broken off in
 * between, an unused key remains, instead of a caller whose only key is about to end. A key that has been rotated,
 * revoked or has expired is a `conflict`.
 */
@CommandHandler(RotateApiKey)
export class RotateApiKeyHandler implements ICommandHandler<RotateApiKey> {
  constructor(@Inject(EVENT_STORE) private readonly eventStore: EventStore) {}

  async execute({ keyId, metadata }: RotateApiKey): Promise<IssuedKey> {
    const now = metadata.occurredAt;
    const old = await grantOfOwnKey(this.eventStore, metadata.organizationId, keyId);
    const key = generateApiKey();
    const grant: ApiKeyGrant = { ...old, keyId: newId('key'), secretHash: hashApiKey(key), createdAt: now };
    const step = (name: string, id: string, command: ApiKeyCommand) =>
      execute(this.eventStore, apiKey, id, command, { commandId: `${metadata.requestId}/${name}`, metadata });
    await step('issue', grant.keyId, { type: 'IssueApiKeyByRotation', grant, rotatedFrom: keyId, now });
    const graceEndsAt = new Date(Date.parse(now) + rotationGraceMs).toISOString();
    try {
      await step('rotate', keyId, { type: 'RotateApiKey', successorId: grant.keyId, graceEndsAt, now });
    } catch (error) {
      if (error instanceof Rejection) await step('withdraw', grant.keyId, { type: 'RevokeApiKey', now });
      throw error;
    }
    return { key, grant };
  }
}
