import { describe, expect, it } from 'vitest';
import { operator, organizationId } from '#test/fakes/organization-events.js';
import { handlerSpecification } from '#test/handler/handler-specification.js';
import { RotateAuditLogKey, RotateAuditLogKeyHandler } from './rotate-audit-log-key.handler.js';

const { given } = handlerSpecification(({ eventStore }) => new RotateAuditLogKeyHandler(eventStore));
const key = { origin: `mt.example.com/${organizationId}`, generation: 2, verifierKey: 'a key' };

describe('RotateAuditLogKey', () => {
  it('a rotation is in the operator’s name', async () => {
    const { ports } = await given()
      .when(new RotateAuditLogKey(key, operator))
      .then({ type: 'AuditLogKeyRotated', data: { ...key, organizationId, rotatedAt: operator.occurredAt } });
    expect(ports.eventStore.events.at(-1)?.metadata).toMatchObject({ actorType: 'operator', organizationId });
  });

  it('a rotation is written once, however often it is sent', () =>
    given().when(new RotateAuditLogKey(key, operator)).thenOnce({ type: 'AuditLogKeyRotated' }));
});
