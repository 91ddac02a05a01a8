import { describe, it } from 'vitest';
import { organization } from '#libs/domain/organization/organization.decider.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { organizationCreated, organizationId } from '#test/fakes/organization-events.js';
import { handlerSpecification, stream } from '#test/handler/handler-specification.js';
import {
  ChangeOrganizationSettings,
  ChangeOrganizationSettingsHandler,
} from './change-organization-settings.handler.js';

const { given } = handlerSpecification(({ eventStore }) => new ChangeOrganizationSettingsHandler(eventStore));
const existing = stream(organization, organizationId, organizationCreated);
const rename = (changes = uploaderMetadata) => new ChangeOrganizationSettings({ name: 'Acme Oy' }, changes);

describe('ChangeOrganizationSettings', () => {
  it('a change is written once, with what was before, however often the request is repeated', () =>
    given(existing)
      .when(rename())
      .thenOnce({
        type: 'OrganizationSettingsChanged',
        data: { changes: { name: 'Acme Oy' }, previous: { name: 'Acme' } },
      }));

  it('a change is refused for an organization that does not exist', async () => {
    await given(existing)
      .when(rename({ ...uploaderMetadata, organizationId: 'org_2' }))
      .thenRejected('not_found');
  });
});
