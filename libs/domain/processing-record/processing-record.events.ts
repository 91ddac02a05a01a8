import type { DomainEvent } from '../decider.js';

/** A field of a record of processing activities. */
export type ProcessingRecordField =
  | 'controller'
  | 'representative'
  | 'data_protection_officer'
  | 'purposes'
  | 'legal_bases'
  | 'recipients'
  | 'sub_processors';

/**
 * An event says which fields were set, not to what: the newest of the stream `processing_record-<organization>` holds the whole
 * record, sealed.
 */
export type ProcessingRecordEvent = DomainEvent<
  'ProcessingRecordChanged',
  {
    organizationId: string;
    /** Fields that were given a value that they did not have. */
    fieldsSet: ProcessingRecordField[];
    /** Fields that have no value any more. */
    fieldsCleared: ProcessingRecordField[];
    /** Reference of the data subject that the record is sealed for: one of its own, since it names persons. */
    subject: string;
    /** The record as it is from now on, as JSON, sealed for the subject. */
    sealedRecord: string;
    changedAt: string;
  }
>;
