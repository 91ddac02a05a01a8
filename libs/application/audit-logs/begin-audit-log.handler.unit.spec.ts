import { describe, it } from 'vitest';
import { operator, organizationId } from '#test/fakes/organization-events.js';
import { handlerSpecification } from '#test/handler/handler-specification.js';
import { BeginAuditLog, BeginAuditLogHandler } from './begin-audit-log.handler.js';

const { given } = handlerSpecification(({ eventStore }) => new BeginAuditLogHandler(eventStore));
const log = {
  origin: `mt.example.com/${organizationId}/2`,
  generation: 2,
  verifierKey: 'a key',
  previousCheckpoint: 'a note',
  reason: 'restored',
};

describe('BeginAuditLog', () => {
  it('a new log names what was signed before it, and why it was begun', async () => {
    await given()
      .when(new BeginAuditLog(log, operator))
      .then({ type: 'AuditLogBegun', data: { ...log, organizationId, begunAt: operator.occurredAt } });
  });

  it('a new log is begun once, however often it is sent', () =>
    given().when(new BeginAuditLog(log, operator)).thenOnce({ type: 'AuditLogBegun' }));
});
