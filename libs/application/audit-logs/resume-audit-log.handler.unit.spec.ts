import { describe, expect, it } from 'vitest';
import { operator, organizationId } from '#test/fakes/organization-events.js';
import { handlerSpecification } from '#test/handler/handler-specification.js';
import { ResumeAuditLog, ResumeAuditLogHandler } from './resume-audit-log.handler.js';

const { given } = handlerSpecification(({ eventStore }) => new ResumeAuditLogHandler(eventStore));
const log = {
  origin: `mt.example.com/${organizationId}`,
  stoppedBecause: 'it is another',
  reason: 'mended',
  withoutCopy: false,
};

describe('ResumeAuditLog', () => {
  it('a log goes on in the operator’s name, with both reasons', async () => {
    const { ports } = await given()
      .when(new ResumeAuditLog(log, operator))
      .then({ type: 'AuditLogResumed', data: { ...log, organizationId, resumedAt: operator.occurredAt } });
    expect(ports.eventStore.events.at(-1)?.metadata).toMatchObject({ actorType: 'operator', organizationId });
  });

  it('it is written once, however often it is sent', () =>
    given().when(new ResumeAuditLog(log, operator)).thenOnce({ type: 'AuditLogResumed' }));
});
