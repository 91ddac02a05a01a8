import { describe, it } from 'vitest';
import { given } from '#test/decider/decider-specification.js';
import { hold } from './hold.decider.js';
import type { HoldEvent, HoldTarget } from './hold.events.js';

const now = '2026-11-21T08:00:00.000Z';
const ids = { holdId: 'hold_1', organizationId: 'org_1' };
const target: HoldTarget = { kind: 'resource', resource: 'document', resourceId: 'doc_1' };
const placed: HoldEvent = { type: 'HoldPlaced', data: { ...ids, target, reason: 'Case 7', placedAt: now } };
const lifted: HoldEvent = { type: 'HoldLifted', data: { ...ids, liftedAt: now } };
const lift = { type: 'LiftHold', now } as const;

describe('hold', () => {
  it('a hold is placed once', () => {
    const place = { type: 'PlaceHold', ...ids, target, reason: 'Case 7', now } as const;
    given(hold, []).when(place).then([placed]);
    given(hold, [placed]).when(place).thenRejected('conflict');
  });

  it('a hold is lifted once, after it was placed', () => {
    given(hold, [placed]).when(lift).then([lifted]);
    given(hold, [placed, lifted]).when(lift).thenRejected('conflict');
    given(hold, []).when(lift).thenRejected('not_found');
  });
});
