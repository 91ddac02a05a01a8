import { describe, expect, it } from 'vitest';
import { organization } from '#libs/domain/organization/organization.decider.js';
import {
  operator,
  organizationCreated,
  organizationId,
  organizationSuspended,
} from '#test/fakes/organization-events.js';
import { handlerSpecification, stream } from '#test/handler/handler-specification.js';
import { SuspendOrganization, SuspendOrganizationHandler } from './suspend-organization.handler.js';

const { given } = handlerSpecification(({ eventStore }) => new SuspendOrganizationHandler(eventStore));
const existing = stream(organization, organizationId, organizationCreated);

describe('SuspendOrganization', () => {
  it('a suspension is in the operator’s name', async () => {
    const { ports } = await given(existing)
      .when(new SuspendOrganization(operator))
      .then({ type: 'OrganizationSuspended', data: { suspendedAt: operator.occurredAt } });
    expect(ports.eventStore.events.at(-1)?.metadata).toMatchObject({
      actorType: 'operator',
      keyId: null,
      organizationId,
    });
  });

  it('a suspension is written once, however often it is sent', () =>
    given(existing).when(new SuspendOrganization(operator)).thenOnce({ type: 'OrganizationSuspended' }));

  it('a suspension changes nothing when the organization is suspended already', async () => {
    await given(stream(organization, organizationId, organizationCreated, organizationSuspended))
      .when(new SuspendOrganization(operator))
      .then();
  });

  it('a suspension is refused for an organization that does not exist', async () => {
    await given().when(new SuspendOrganization(operator)).thenRejected('not_found');
  });
});
