import { describe, expect, it } from 'vitest';
import { organization } from '#libs/domain/organization/organization.decider.js';
import {
  operator,
  organizationCreated,
  organizationId,
  organizationSuspended,
} from '#test/fakes/organization-events.js';
import { handlerSpecification, stream } from '#test/handler/handler-specification.js';
import { ResumeOrganization, ResumeOrganizationHandler } from './resume-organization.handler.js';

const { given } = handlerSpecification(({ eventStore }) => new ResumeOrganizationHandler(eventStore));
const existing = stream(organization, organizationId, organizationCreated, organizationSuspended);

describe('ResumeOrganization', () => {
  it('a resumption ends the suspension, in the operator’s name', async () => {
    const { ports } = await given(existing)
      .when(new ResumeOrganization(operator))
      .then({ type: 'OrganizationResumed', data: { resumedAt: operator.occurredAt } });
    expect(ports.eventStore.events.at(-1)?.metadata).toMatchObject({
      actorType: 'operator',
      keyId: null,
      organizationId,
    });
  });

  it('a resumption is written once, however often it is sent', () =>
    given(existing).when(new ResumeOrganization(operator)).thenOnce({ type: 'OrganizationResumed' }));

  it('a resumption changes nothing when the organization is active already', async () => {
    await given(stream(organization, organizationId, organizationCreated))
      .when(new ResumeOrganization(operator))
      .then();
  });

  it('a resumption is refused for an organization that does not exist', async () => {
    await given().when(new ResumeOrganization(operator)).thenRejected('not_found');
  });
});
