import { describe, it } from 'vitest';
import { given } from '#test/decider/decider-specification.js';
import { processingRecord } from './processing-record.decider.js';
import type { ProcessingRecordEvent } from './processing-record.events.js';

const data = {
  organizationId: 'org_1',
  fieldsSet: ['controller'],
  fieldsCleared: [],
  subject: 'sub_1',
  sealedRecord: 'sealed',
  changedAt: '2026-11-29T08:00:00.000Z',
} satisfies ProcessingRecordEvent['data'];
const changed: ProcessingRecordEvent = { type: 'ProcessingRecordChanged', data };
const change = (before: string | null, changes: Partial<ProcessingRecordEvent['data']> = {}) => ({
  type: 'ChangeProcessingRecord' as const,
  before,
  changed: { ...data, ...changes },
});

describe('the record of processing', () => {
  it('a change is an event, and one that changes nothing is none', () => {
    given(processingRecord, []).when(change(null)).then([changed]);
    given(processingRecord, [changed])
      .when(change('sub_1', { fieldsSet: [] }))
      .then([]);
  });

  it('a change of a record that was changed meanwhile is a conflict', () => {
    given(processingRecord, [changed]).when(change(null)).thenRejected('conflict');
    given(processingRecord, [changed]).when(change('sub_other')).thenRejected('conflict');
  });
});
