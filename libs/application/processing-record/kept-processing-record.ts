import type { ProcessingRecord } from '#libs/domain/processing-record/processing-record.decider.js';
import { processingRecord, processingRecordFields } from '#libs/domain/processing-record/processing-record.decider.js';
import type { ProcessingRecordField } from '#libs/domain/processing-record/processing-record.events.js';
import { type LoadedState, loadState } from '#libs/event-sourcing/command-execution.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';

/** Values of a record of processing; a field without a value is missing. */
export type ProcessingRecordValues = { [Field in ProcessingRecordField]?: string | string[] };

/** The record of an organization, as it was set last, and when. */
export interface KeptProcessingRecord {
  loaded: LoadedState<ProcessingRecord>;
  values: ProcessingRecordValues;
  /** RFC 3339; null where none was set. */
  changedAt: string | null;
}

/** The values of a record, without fields that have none. */
export const onlyValues = (given: { [Field in ProcessingRecordField]?: unknown }): ProcessingRecordValues => {
  const values: ProcessingRecordValues = {};
  for (const field of processingRecordFields) {
    const value = given[field];
    if (typeof value === 'string' && value !== '') values[field] = value;
    if (Array.isArray(value) && value.length > 0) values[field] = value.map(String);
  }
  return values;
};

export const readProcessingRecord = async (
  eventStore: Pick<EventStore, 'readStream'>,
  subjectKeys: Pick<SubjectKeys, 'open'>,
  organizationId: string,
): Promise<KeptProcessingRecord> => {
  const loaded = await loadState(eventStore, processingRecord, organizationId);
  const { state } = loaded;
  if (state.status === 'none') return { loaded, values: {}, changedAt: null };
  const opened = await subjectKeys.open(state.subject, state.sealedRecord);
  return { loaded, values: onlyValues(opened ?? {}), changedAt: state.changedAt };
};
