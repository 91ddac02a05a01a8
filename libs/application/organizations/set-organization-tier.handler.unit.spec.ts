import { describe, expect, it } from 'vitest';
import { organization } from '#libs/domain/organization/organization.decider.js';
import { operator, organizationCreated, organizationId } from '#test/fakes/organization-events.js';
import { handlerSpecification, stream } from '#test/handler/handler-specification.js';
import { SetOrganizationTier, SetOrganizationTierHandler } from './set-organization-tier.handler.js';

const { given } = handlerSpecification(({ eventStore }) => new SetOrganizationTierHandler(eventStore));
const existing = stream(organization, organizationId, organizationCreated);

describe('SetOrganizationTier', () => {
  it('the tier is changed in the operator’s name', async () => {
    const { ports } = await given(existing)
      .when(new SetOrganizationTier('entry', operator))
      .then({ type: 'OrganizationTierChanged', data: { tier: 'entry', previousTier: 'pro' } });
    expect(ports.eventStore.events.at(-1)?.metadata).toMatchObject({
      actorType: 'operator',
      keyId: null,
      organizationId,
    });
  });

  it('a change of tier is written once, however often it is sent', () =>
    given(existing).when(new SetOrganizationTier('entry', operator)).thenOnce({ type: 'OrganizationTierChanged' }));

  it('a change to the present tier changes nothing', async () => {
    await given(existing).when(new SetOrganizationTier('pro', operator)).then();
  });

  it('a change of tier is refused for an organization that does not exist', async () => {
    await given().when(new SetOrganizationTier('entry', operator)).thenRejected('not_found');
  });
});
