import { apiKey } from '#libs/domain/api-key/api-key.decider.js';
import type { ApiKeyGrant } from '#libs/domain/api-key/api-key.events.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { execute, streamName } from '#libs/event-sourcing/command-execution.js';
import { eventAt } from '#libs/event-sourcing/event-at.js';
import { type EventMetadata, metadataOf } from '#libs/event-sourcing/event-metadata.js';
import { generateApiKey, hashApiKey } from '#libs/platform/ids/api-key-format.js';
import { newId } from '#libs/platform/ids/new-id.js';
import type { EventStore, RecordedEvent } from '#libs/ports/event-store/event-store.port.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { EVENT_STORE, SUBJECT_KEYS } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';
import { onceRecorded } from '../recorded-but-unfinished.errors.js';
import { assertCanGrant, type Grantor } from './grantor.js';
import { type IssuedKey, issuedGrantIn } from './issued-key.js';
import { type ExistingApiKey, ownApiKey } from './own-api-key.js';
import { type KeyPerson, makerFields } from './sealed-person.js';

/** Milliseconds that a rotated key goes on working beside its successor. */
const rotationGraceMs = 24 * 60 * 60 * 1000;
/** Milliseconds within which a rotation issues its successor, or else counts as broken off. */
const issuedWithinMs = 30_000;

/** Returns the successor, which has the rights and the owner of the rotated key, and whoever rotates as its maker. */
export class RotateApiKey extends Command<IssuedKey> {
  constructor(
    readonly keyId: string,
    /** The caller: a key with more rights than it has is not its to replace. */
    readonly grantor: Grantor,
    readonly metadata: EventMetadata,
    /** The user who rotates; undefined where that is the owner. */
    readonly maker?: KeyPerson,
  ) {
    super();
  }
}

/**
 * Replaces a key, which works on for a day. The rotation is written before the successor: of several at once one is
 * written, and a refused one leaves nothing. Where the command is broken off in between, its repeat goes on with the
 * same successor, and so does another one half a minute later, so that no caller is left with a key that is about to end;
 * earlier it would take the successor from a command that is still at work on another node. A key that has been rotated,
 * revoked or has expired is a `conflict`, one beyond the grantor's rights `insufficient_scope`.
 */
@handles(RotateApiKey, EVENT_STORE, SUBJECT_KEYS)
export class RotateApiKeyHandler implements CommandHandler<RotateApiKey> {
  constructor(
    private readonly eventStore: EventStore,
    private readonly subjectKeys: Pick<SubjectKeys, 'sealPersonal'>,
  ) {}

  async execute({ keyId, grantor, maker, metadata }: RotateApiKey): Promise<IssuedKey> {
    const { occurredAt: now, requestId } = metadata;
    const old = await ownApiKey(this.eventStore, metadata.organizationId, keyId);
    assertCanGrant(grantor, old.grant);
    const key = generateApiKey();
    const successorId = (await this.missingSuccessor(old, metadata)) ?? newId('key');
    const { makerSubject: _, sealedMaker: __, makerCommitment: ___, ...kept } = old.grant;
    const grant: ApiKeyGrant = {
      ...kept,
      ...(await makerFields(this.subjectKeys, maker, kept.ownerSubject)),
      keyId: successorId,
      secretHash: hashApiKey(key),
      createdAt: now,
    };
    const graceEndsAt = new Date(Date.parse(now) + rotationGraceMs).toISOString();
    const rotate = { type: 'RotateApiKey', successorId, graceEndsAt, now } as const;
    await execute(this.eventStore, apiKey, keyId, rotate, { commandId: `${requestId}/rotate`, metadata });
    const issue = { type: 'IssueApiKeyByRotation', grant, rotatedFrom: keyId } as const;
    const context = { commandId: `${requestId}/issue`, metadata };
    const { events } = await onceRecorded(() => execute(this.eventStore, apiKey, successorId, issue, context));
    return { key, grant: issuedGrantIn(events) };
  }

  /**
   * The successor that an earlier rotation announced and did not issue any more.
   * @throws Rejection `conflict` while it may still issue it
   */
  private async missingSuccessor(
    { successorId, grant }: ExistingApiKey,
    { requestId, occurredAt }: EventMetadata,
  ): Promise<string | undefined> {
    if (successorId === undefined) return undefined;
    const issued = await eventAt(this.eventStore, streamName(apiKey.category, successorId));
    if (issued !== undefined) return undefined;
    const rotated = await this.lastRotation(grant.keyId);
    const leftMs = rotated === undefined ? 0 : Date.parse(rotated.recordedAt) + issuedWithinMs - Date.parse(occurredAt);
    if (rotated !== undefined && metadataOf(rotated).requestId !== requestId && leftMs > 0) {
      const retryAfter = Math.ceil(leftMs / 1_000);
      throw new Rejection('conflict', { message: 'The API key is being rotated.', retryAfter });
    }
    return successorId;
  }

  private async lastRotation(keyId: string): Promise<RecordedEvent | undefined> {
    let last: RecordedEvent | undefined;
    for await (const event of this.eventStore.readStream(streamName(apiKey.category, keyId))) {
      if (event.type === 'ApiKeyRotated') last = event;
    }
    return last;
  }
}
