import { Rejection } from '#libs/domain/errors/rejection.js';
import type { Decider } from '../decider.js';
import type { ProcessingRecordEvent, ProcessingRecordField } from './processing-record.events.js';

type Changed = ProcessingRecordEvent['data'];

export interface ProcessingRecordCommand {
  type: 'ChangeProcessingRecord';
  /** Subject of the record that the change was made of; null where there was none. */
  before: string | null;
  changed: Changed;
}

/** The record as it was sealed last. */
export type ProcessingRecord =
  | { status: 'none' }
  | ({ status: 'kept' } & Pick<Changed, 'subject' | 'sealedRecord' | 'changedAt'>);

/** The fields of a record, in the order in which they are shown. */
export const processingRecordFields = [
  'controller',
  'representative',
  'data_protection_officer',
  'purposes',
  'legal_bases',
  'recipients',
  'sub_processors',
] as const satisfies readonly ProcessingRecordField[];

const decide = ({ before, changed }: ProcessingRecordCommand, record: ProcessingRecord): ProcessingRecordEvent[] => {
  const { fieldsSet, fieldsCleared } = changed;
  if ((record.status === 'none' ? null : record.subject) !== before) {
    throw new Rejection('conflict', { message: 'The record of processing was changed meanwhile.' });
  }
  if (fieldsSet.length === 0 && fieldsCleared.length === 0) return [];
  return [{ type: 'ProcessingRecordChanged', data: changed }];
};

export const processingRecord: Decider<ProcessingRecordCommand, ProcessingRecordEvent, ProcessingRecord> = {
  category: 'processing_record',
  initialState: { status: 'none' },
  decide,
  evolve: (_record, { data: { subject, sealedRecord, changedAt } }) => ({
    status: 'kept',
    subject,
    sealedRecord,
    changedAt,
  }),
};
