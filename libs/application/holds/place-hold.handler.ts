import { Rejection } from '#libs/domain/errors/rejection.js';
import { hold } from '#libs/domain/hold/hold.decider.js';
import type { HeldResource, HoldTarget } from '#libs/domain/hold/hold.events.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import { newId } from '#libs/platform/ids/new-id.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { SubjectKeys, SubjectType } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { EVENT_STORE, SUBJECT_KEYS } from '#libs/ports/tokens.js';
import { ownApiKey } from '../api-keys/own-api-key.js';
import { Command, type CommandHandler, handles } from '../commands.js';
import { loadOwnDocument } from '../documents/own-document.js';
import { newestVersion } from '../glossaries/own-glossary.js';

/** The target of a new hold, as the caller names it. */
export type WantedTarget =
  | { kind: 'resource'; resource: HeldResource; resourceId: string }
  | { kind: 'subject'; type: SubjectType; id: string }
  | Extract<HoldTarget, { kind: 'period' }>;

/** Returns the id of the hold. */
export class PlaceHold extends Command<string> {
  constructor(
    readonly target: WantedTarget,
    readonly reason: string,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

/** Refuses what the organization does not have as not found. */
@handles(PlaceHold, EVENT_STORE, SUBJECT_KEYS)
export class PlaceHoldHandler implements CommandHandler<PlaceHold> {
  constructor(
    private readonly eventStore: EventStore,
    private readonly subjectKeys: Pick<SubjectKeys, 'find' | 'seal'>,
  ) {}

  async execute({ target: wanted, reason, metadata }: PlaceHold): Promise<string> {
    const { organizationId, occurredAt: now, requestId: commandId } = metadata;
    const target = await this.targetOf(organizationId, wanted);
    const holdId = newId('hold');
    const command = { type: 'PlaceHold', holdId, organizationId, target, reason, now } as const;
    await execute(this.eventStore, hold, holdId, command, { commandId, metadata });
    return holdId;
  }

  private async targetOf(organizationId: string, wanted: WantedTarget): Promise<HoldTarget> {
    if (wanted.kind === 'period') return wanted;
    if (wanted.kind === 'subject') {
      const { kind, type, id } = wanted;
      const subject = await this.subjectKeys.find(organizationId, id, type);
      if (subject === undefined) throw new Rejection('not_found', { message: 'No such data subject is known.' });
      return { kind, type, subject, sealedId: await this.subjectKeys.seal(subject, { id }) };
    }
    const { resource, resourceId } = wanted;
    if (resource === 'document') await loadOwnDocument(this.eventStore, organizationId, resourceId);
    if (resource === 'glossary') await newestVersion(this.eventStore, organizationId, resourceId);
    if (resource === 'api_key') await ownApiKey(this.eventStore, organizationId, resourceId);
    return wanted;
  }
}
