import { isDeepStrictEqual } from 'node:util';
import {
  type ProcessingRecord,
  processingRecord,
  processingRecordFields,
} from '#libs/domain/processing-record/processing-record.decider.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import { newId } from '#libs/platform/ids/new-id.js';
import { AppendOutcomeUnknownError } from '#libs/ports/event-store/event-store.errors.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { EVENT_STORE, SUBJECT_KEYS } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';
import { onceRecorded } from '../recorded-but-unfinished.errors.js';
import { type ProcessingRecordValues, readProcessingRecord } from './kept-processing-record.js';

/** Sets the record of processing of the metadata's organization; a field without a value has none from then on. */
export class ChangeProcessingRecord extends Command<void> {
  constructor(
    readonly values: ProcessingRecordValues,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

const subjectOf = (state: ProcessingRecord): string | null => (state.status === 'none' ? null : state.subject);

/**
 * Seals the record for a subject of its own, and destroys that of the one before: what was set earlier can be read nowhere.
 * Refuses a change that met another one as `conflict`.
 */
@handles(ChangeProcessingRecord, EVENT_STORE, SUBJECT_KEYS)
export class ChangeProcessingRecordHandler implements CommandHandler<ChangeProcessingRecord> {
  constructor(
    private readonly eventStore: EventStore,
    private readonly subjectKeys: Pick<SubjectKeys, 'subjectFor' | 'seal' | 'open' | 'destroy'>,
  ) {}

  async execute({ values, metadata }: ChangeProcessingRecord): Promise<void> {
    const { organizationId, occurredAt: changedAt, requestId: commandId } = metadata;
    const kept = await readProcessingRecord(this.eventStore, this.subjectKeys, organizationId);
    const { loaded, values: before, replaced } = kept;
    // A change that was cut off behind its event has left it.
    if (replaced !== null) await this.subjectKeys.destroy(replaced);
    const differing = processingRecordFields.filter((field) => !isDeepStrictEqual(values[field], before[field]));
    if (differing.length === 0) return;
    const fieldsSet = differing.filter((field) => values[field] !== undefined);
    const fieldsCleared = differing.filter((field) => values[field] === undefined);
    const subject = await this.subjectKeys.subjectFor(organizationId, newId('processing_record'));
    const sealedRecord = await this.subjectKeys.seal(subject, { ...values });
    const earlier = subjectOf(loaded.state);
    const changed = { organizationId, fieldsSet, fieldsCleared, subject, sealedRecord, changedAt };
    const command = { type: 'ChangeProcessingRecord', before: earlier, changed } as const;
    const context = { commandId, metadata };
    const { state } = await execute(this.eventStore, processingRecord, organizationId, command, context).catch(
      async (error: unknown) => {
        // Where it is unknown whether the event was written, it may be the record from now on.
        if (!(error instanceof AppendOutcomeUnknownError)) await this.subjectKeys.destroy(subject);
        throw error;
      },
    );
    if (subjectOf(state) !== subject) {
      // A repeat wrote nothing, and the record is that of a change since.
      await this.subjectKeys.destroy(subject);
      return;
    }
    if (earlier !== null) await onceRecorded(() => this.subjectKeys.destroy(earlier));
  }
}
