import { describe, expect, it } from 'vitest';
import { given } from '#test/decider/decider-specification.js';
import { fold } from '../decider.js';
import { processingRecord } from './processing-record.decider.js';
import type { ProcessingRecordEvent } from './processing-record.events.js';

const data: ProcessingRecordEvent['data'] = {
  organizationId: 'org_1',
  fieldsSet: ['controller', 'purposes'],
  fieldsCleared: [],
  subject: 'sub_record',
  sealedRecord: 'sealed-1',
  changedAt: '2026-11-29T08:00:00.000Z',
};
const changed: ProcessingRecordEvent = { type: 'ProcessingRecordChanged', data };

describe('record of processing', () => {
  it('a change names the fields that were set or cleared', () => {
    given(processingRecord, []).when({ type: 'ChangeProcessingRecord', data }).then([changed]);
    const cleared = { ...data, fieldsSet: [], fieldsCleared: ['purposes'] } satisfies typeof data;
    given(processingRecord, [changed])
      .when({ type: 'ChangeProcessingRecord', data: cleared })
      .then([{ type: 'ProcessingRecordChanged', data: cleared }]);
  });

  it('a record that is given what it has does not change', () =>
    given(processingRecord, [changed])
      .when({ type: 'ChangeProcessingRecord', data: { ...data, fieldsSet: [] } })
      .then([]));

  it('the newest event holds the record', () => {
    const next: ProcessingRecordEvent = { ...changed, data: { ...data, sealedRecord: 'sealed-2' } };
    expect(fold(processingRecord, [])).toBeUndefined();
    expect(fold(processingRecord, [changed, next])).toEqual({ subject: 'sub_record', sealedRecord: 'sealed-2' });
  });
});
