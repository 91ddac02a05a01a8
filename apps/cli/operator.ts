import { CreateApiKey, type NewApiKey } from '#libs/application/api-keys/create-api-key.handler.js';
import { operatorGrantor } from '#libs/application/api-keys/grantor.js';
import { RevokeApiKey } from '#libs/application/api-keys/revoke-api-key.handler.js';
import type { Command } from '#libs/application/commands.js';
import { sendAsOperator } from '#libs/application/operator-commands.js';
import { operatorUserId } from '#libs/application/operator-metadata.js';
import { CreateOrganization } from '#libs/application/organizations/create-organization.handler.js';
import { ResumeOrganization } from '#libs/application/organizations/resume-organization.handler.js';
import { SetOrganizationTier } from '#libs/application/organizations/set-organization-tier.handler.js';
import { SuspendOrganization } from '#libs/application/organizations/suspend-organization.handler.js';
import { DeleteUser } from '#libs/application/users/delete-user.handler.js';
import { InviteUser, type NewUser } from '#libs/application/users/invite-user.handler.js';
import type { OpenInvite } from '#libs/application/users/invites.js';
import { RenewInvite } from '#libs/application/users/renew-invite.handler.js';
import { SetPassword } from '#libs/application/users/set-password.handler.js';
import type { Tier } from '#libs/domain/organization/organization.events.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import { newId } from '#libs/platform/ids/new-id.js';
import type { KnownAccount } from '#libs/ports/accounts/accounts.port.js';
import type { Service } from './service.js';

// The handlers are loaded only by a command line that sends a command.

type Ports = Pick<Service, 'eventStore' | 'subjectKeys' | 'keyVault' | 'accounts'>;

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

/** The key acts in a name of its own, made from that of the key: what each application does can be told apart. */
export const createKey = async (ports: Ports, organizationId: string, key: Omit<NewApiKey, 'owner' | 'grantor'>) => {
  const userId = `${operatorUserId}:${key.name}`;
  const owner = { subject: await ports.subjectKeys.subjectFor(organizationId, userId), userId };
  return send(
    ports,
    organizationId,
    (metadata) => new CreateApiKey({ ...key, owner, grantor: operatorGrantor }, metadata),
  );
};

export const revokeKey = (ports: Ports, organizationId: string, keyId: string): Promise<void> =>
  send(ports, organizationId, (metadata) => new RevokeApiKey(keyId, metadata));

export const inviteUser = (ports: Ports, organizationId: string, user: NewUser): Promise<OpenInvite> =>
  send(ports, organizationId, (metadata) => new InviteUser(user, metadata));

export const renewInvite = (ports: Ports, organizationId: string, account: KnownAccount): Promise<OpenInvite> =>
  send(ports, organizationId, (metadata) => new RenewInvite(account, metadata));

export const setPassword = async (ports: Ports, organizationId: string, accountId: string, hash: string) => {
  const password = { accountId, hash, by: 'operator', proof: null } as const;
  await send(ports, organizationId, (metadata) => new SetPassword(password, metadata));
};

export const deleteUser = (ports: Ports, organizationId: string, accountId: string): Promise<void> =>
  send(ports, organizationId, (metadata) => new DeleteUser(accountId, metadata));
