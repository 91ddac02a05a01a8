import { describe, it } from 'vitest';
import { given } from '#test/decider/decider-specification.js';
import { erasure } from './erasure.decider.js';
import type { ErasureEvent, ErasureFailure } from './erasure.events.js';

const now = '2026-11-23T08:00:00.000Z';
const ids = { erasureId: 'era_1', organizationId: 'org_1' };
const wanted = { ...ids, subjectType: 'user', subject: 'sub_1', reason: 'Request 7' } as const;
const request = { type: 'RequestErasure', ...wanted, now } as const;
const requested: ErasureEvent = { type: 'ErasureRequested', data: { ...wanted, requestedAt: now } };
const complete = { type: 'CompleteErasure', entriesAffected: 3, now } as const;
const completed: ErasureEvent = { type: 'ErasureCompleted', data: { ...ids, entriesAffected: 3, completedAt: now } };
const fail = (failure: ErasureFailure) => ({ type: 'FailErasure', failure, now }) as const;
const failed = (failure: ErasureFailure): ErasureEvent => ({
  type: 'ErasureFailed',
  data: { ...ids, failure, failedAt: now },
});

describe('erasure', () => {
  it('an erasure is requested once', () => {
    given(erasure, []).when(request).then([requested]);
    given(erasure, [requested]).when(request).thenRejected('conflict');
  });

  it('an erasure is completed once, after it was requested', () => {
    given(erasure, [requested]).when(complete).then([completed]);
    given(erasure, [requested, completed]).when(complete).then([]);
    given(erasure, []).when(complete).thenRejected('not_found');
  });

  it('a failure is said once for each of its reasons, and what failed may still be completed', () => {
    given(erasure, [requested])
      .when(fail('key_store_busy'))
      .then([failed('key_store_busy')]);
    given(erasure, [requested, failed('key_store_busy')])
      .when(fail('key_store_busy'))
      .then([]);
    given(erasure, [requested, failed('key_store_busy')])
      .when(fail('key_store_failed'))
      .then([failed('key_store_failed')]);
    given(erasure, [requested, failed('key_store_busy')])
      .when(complete)
      .then([completed]);
    given(erasure, [requested, completed]).when(fail('key_store_busy')).then([]);
    given(erasure, []).when(fail('key_store_busy')).thenRejected('not_found');
  });
});
