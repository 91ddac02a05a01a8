import type { Command } from '@nestjs/cqrs';
import { CreateApiKey, type NewApiKey } from '#libs/application/api-keys/create-api-key.handler.js';
import { RevokeApiKey } from '#libs/application/api-keys/revoke-api-key.handler.js';
import { sendAsOperator } from '#libs/application/operator-commands.js';
import { operatorUserId } from '#libs/application/operator-metadata.js';
import { CreateOrganization } from '#libs/application/organizations/create-organization.handler.js';
import { ResumeOrganization } from '#libs/application/organizations/resume-organization.handler.js';
import { SetOrganizationTier } from '#libs/application/organizations/set-organization-tier.handler.js';
import { SuspendOrganization } from '#libs/application/organizations/suspend-organization.handler.js';
import type { Tier } from '#libs/domain/organization/organization.events.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import { newId } from '#libs/platform/ids/new-id.js';
import type { Service } from './service.js';

// Nest and the handlers take 0.2 s of processor time to load: the command line imports this file only to send a
// command.

type Ports = Pick<Service, 'eventStore' | 'subjectKeys'>;

const userAgent = 'transledger command line';

const send = <Result>(
  ports: Ports,
  organizationId: string,
  commandWith: (metadata: EventMetadata) => Command<Result>,
): Promise<Result> => sendAsOperator(ports, { organizationId, userAgent }, commandWith);

export const createOrganization = async (
  ports: Ports,
  organization: { name: string; tier: Tier },
): Promise<{ organizationId: string; key: string }> => {
  const organizationId = newId('org');
  const { key } = await send(ports, organizationId, (metadata) => new CreateOrganization(organization, metadata));
  return { organizationId, key };
};

export const setTier = (ports: Ports, organizationId: string, tier: Tier): Promise<void> =>
  send(ports, organizationId, (metadata) => new SetOrganizationTier(tier, metadata));

export const suspend = (ports: Ports, organizationId: string): Promise<void> =>
  send(ports, organizationId, (metadata) => new SuspendOrganization(metadata));

export const resume = (ports: Ports, organizationId: string): Promise<void> =>
  send(ports, organizationId, (metadata) => new ResumeOrganization(metadata));

export const createKey = (ports: Ports, organizationId: string, key: Omit<NewApiKey, 'owner'>) =>
  send(ports, organizationId, (metadata) => {
    const owner = { subject: metadata.subject, userId: operatorUserId };
    return new CreateApiKey({ ...key, owner }, metadata);
  });

export const revokeKey = (ports: Ports, organizationId: string, keyId: string): Promise<void> =>
  send(ports, organizationId, (metadata) => new RevokeApiKey(keyId, metadata));
