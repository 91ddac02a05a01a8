import type { ProcessingRecord } from '#libs/domain/processing-record/processing-record.decider.js';
import { processingRecord, processingRecordFields } from '#libs/domain/processing-record/processing-record.decider.js';
import type {
  ProcessingRecordEvent,
  ProcessingRecordField,
} from '#libs/domain/processing-record/processing-record.events.js';
import { upcast } from '#libs/domain/upcasting.js';
import { type LoadedState, streamName } from '#libs/event-sourcing/command-execution.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';

/** Values of a record of processing; a field without a value is missing. */
export type ProcessingRecordValues = { [Field in ProcessingRecordField]?: string | string[] };

/** The record of an organization, as it was set last, and when. */
export interface KeptProcessingRecord {
  loaded: LoadedState<ProcessingRecord>;
  values: ProcessingRecordValues;
  /** Subject of the record before it, whose key its change destroys; null where there was none. */
  replaced: string | null;
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

/** An event has the whole record, so that the last one is enough, however many there are before it. */
const lastTwo = async (
  eventStore: Pick<EventStore, 'readStream'>,
  organizationId: string,
): Promise<{ loaded: LoadedState<ProcessingRecord>; replaced: string | null }> => {
  const states: LoadedState<ProcessingRecord>[] = [];
  const stream = streamName(processingRecord.category, organizationId);
  for await (const recorded of eventStore.readStream(stream, { direction: 'backwards', limit: 2 })) {
    const state = processingRecord.evolve(processingRecord.initialState, upcast(recorded) as ProcessingRecordEvent);
    states.push({ state, revision: recorded.revision });
  }
  const [loaded = { state: processingRecord.initialState, revision: undefined }, before] = states;
  return { loaded, replaced: before?.state.status === 'kept' ? before.state.subject : null };
};

export const readProcessingRecord = async (
  eventStore: Pick<EventStore, 'readStream'>,
  subjectKeys: Pick<SubjectKeys, 'open'>,
  organizationId: string,
): Promise<KeptProcessingRecord> => {
  const { loaded, replaced } = await lastTwo(eventStore, organizationId);
  const { state } = loaded;
  if (state.status === 'none') return { loaded, values: {}, replaced, changedAt: null };
  const opened = await subjectKeys.open(state.subject, state.sealedRecord);
  return { loaded, values: onlyValues(opened ?? {}), replaced, changedAt: state.changedAt };
};
