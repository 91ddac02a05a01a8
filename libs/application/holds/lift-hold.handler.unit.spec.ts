import { describe, it } from 'vitest';
import { hold } from '#libs/domain/hold/hold.decider.js';
import type { HoldEvent } from '#libs/domain/hold/hold.events.js';
import { documentId, uploaderMetadata } from '#test/fakes/document.fixture.js';
import { handlerSpecification, stream } from '#test/handler/handler-specification.js';
import { LiftHold, LiftHoldHandler } from './lift-hold.handler.js';

const { organizationId } = uploaderMetadata;
const holdId = 'hold_01KAH3W7J4B2X8Y6Z5V9T0S1R2';
const { given } = handlerSpecification(({ eventStore }) => new LiftHoldHandler(eventStore));
const placed: HoldEvent = {
  type: 'HoldPlaced',
  data: {
    holdId,
    organizationId,
    target: { kind: 'resource', resource: 'document', resourceId: documentId },
    reason: 'Case 7',
    placedAt: uploaderMetadata.occurredAt,
  },
};

describe('LiftHold', () => {
  it('a hold is lifted once, however often the request is repeated', () =>
    given(stream(hold, holdId, placed))
      .when(new LiftHold(holdId, uploaderMetadata))
      .thenOnce({ type: 'HoldLifted', data: { holdId, organizationId } }));

  it.each(['hold_01KAH3W7J4B2X8Y6Z5V9T0S1R3', 'hold_1', documentId])('there is no hold to lift: %s', async (id) => {
    await given(stream(hold, holdId, placed))
      .when(new LiftHold(id, uploaderMetadata))
      .thenRejected('not_found');
  });

  it('a hold of another organization is not found', async () => {
    const theirs = { ...uploaderMetadata, organizationId: 'org_2' };
    await given(stream(hold, holdId, placed))
      .when(new LiftHold(holdId, theirs))
      .thenRejected('not_found');
  });
});
