import type { OrganizationEvent } from '#libs/domain/organization/organization.events.js';
import { uploaderMetadata } from './document.fixture.js';

export const organizationId = uploaderMetadata.organizationId;

export const operator = { ...uploaderMetadata, actorType: 'operator', keyId: null } as const;

export const organizationCreated: OrganizationEvent = {
  type: 'OrganizationCreated',
  data: { organizationId, name: 'Acme', tier: 'pro', createdAt: '2026-11-20T08:00:00.000Z' },
};

export const organizationSuspended: OrganizationEvent = {
  type: 'OrganizationSuspended',
  data: { organizationId, suspendedAt: '2026-11-20T09:00:00.000Z' },
};
