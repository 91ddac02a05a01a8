import type { Decider } from '../decider.js';
import type { ProcessingRecordEvent } from './processing-record.events.js';

export type ProcessingRecordCommand = { type: 'ChangeProcessingRecord'; data: ProcessingRecordEvent['data'] };

/** The newest record, sealed; undefined before there is one. */
export type ProcessingRecord = Pick<ProcessingRecordEvent['data'], 'subject' | 'sealedRecord'> | undefined;

/** The record of processing activities of an organization. */
export const processingRecord: Decider<ProcessingRecordCommand, ProcessingRecordEvent, ProcessingRecord> = {
  category: 'processing_record',
  initialState: undefined,
  decide: ({ data }) => {
    const isChanged = data.fieldsSet.length > 0 || data.fieldsCleared.length > 0;
    return isChanged ? [{ type: 'ProcessingRecordChanged', data }] : [];
  },
  evolve: (_record, { data: { subject, sealedRecord } }) => ({ subject, sealedRecord }),
};
