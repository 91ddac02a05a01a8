import { erasure } from '#libs/domain/erasure/erasure.decider.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { execute, loadState } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import { newId } from '#libs/platform/ids/new-id.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { DataKeys } from '#libs/ports/key-vault/key-vault.port.js';
import type { SubjectKeys, SubjectType } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { EVENT_STORE, KEY_VAULT, SUBJECT_KEYS } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';
import { assertNotHeld, LEGAL_HOLDS, type LegalHolds } from '../holds/legal-holds.port.js';
import { onceRecorded } from '../recorded-but-unfinished.errors.js';
import { destroySubject } from './destroy-subject.js';
import { assertNotTied, SUBJECT_TIES, type SubjectTies } from './subject-ties.port.js';

/** Returns the id of the erasure. */
export class RequestErasure extends Command<string> {
  constructor(
    readonly subject: { type: SubjectType; id: string },
    readonly reason: string,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

/**
 * Destroys the key of a subject once that is in the log; what is left of it in the store is removed by the worker, which
 * destroys it too where this process did not come to it. Refuses whom nobody knows as not found.
 */
@handles(RequestErasure, EVENT_STORE, SUBJECT_KEYS, KEY_VAULT, LEGAL_HOLDS, SUBJECT_TIES)
export class RequestErasureHandler implements CommandHandler<RequestErasure> {
  constructor(
    private readonly eventStore: EventStore,
    private readonly subjectKeys: Pick<SubjectKeys, 'find' | 'destroy'>,
    private readonly keyVault: Pick<DataKeys, 'destroy'>,
    private readonly holds: Pick<LegalHolds, 'onSubject'>,
    private readonly ties: SubjectTies,
  ) {}

  async execute({ subject: { type, id }, reason, metadata }: RequestErasure): Promise<string> {
    const { organizationId, occurredAt: now, requestId: commandId } = metadata;
    const erasureId = newId('era');
    const subject = await this.subjectKeys.find(organizationId, id, type);
    if (subject === undefined) return this.earlier(erasureId, metadata);
    assertNotHeld(await this.holds.onSubject(organizationId, subject));
    if (type === 'user') assertNotTied(await this.ties.of(organizationId, subject));
    const wanted = { erasureId, organizationId, subjectType: type, subject, reason, now };
    await execute(this.eventStore, erasure, erasureId, { type: 'RequestErasure', ...wanted }, { commandId, metadata });
    await onceRecorded(() => destroySubject(this.subjectKeys, this.keyVault, wanted));
    return erasureId;
  }

  /** The id, where the same request has erased the subject before: a repeat makes the same id. */
  private async earlier(erasureId: string, { organizationId }: EventMetadata): Promise<string> {
    const { state } = await loadState(this.eventStore, erasure, erasureId);
    if (state.status !== 'none' && state.organizationId === organizationId) return erasureId;
    throw new Rejection('not_found', { message: 'No such data subject is known.' });
  }
}
