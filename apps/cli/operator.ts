import type { NewApiKey } from '#libs/application/api-keys/create-api-key.handler.js';
import { operatorGrantor } from '#libs/application/api-keys/grantor.js';
import type { IssuedKey } from '#libs/application/api-keys/issued-key.js';
import type { Command } from '#libs/application/commands.js';
import { sendAsOperator } from '#libs/application/operator-commands.js';
import { operatorUserId } from '#libs/application/operator-metadata.js';
import type { NewUser } from '#libs/application/users/invite-user.handler.js';
import type { OpenInvite } from '#libs/application/users/invites.js';
import type { OwnerLink } from '#libs/application/users/make-owner-link.handler.js';
import type { Tier } from '#libs/domain/organization/organization.events.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import { newId } from '#libs/platform/ids/new-id.js';
import type { KnownAccount } from '#libs/ports/accounts/accounts.port.js';
import type { Service } from './service.js';

// Each handler is loaded only by the command that needs it.

type Ports = Pick<Service, 'eventStore' | 'subjectKeys' | 'keyVault' | 'accounts'>;

const userAgent = 'transledger command line';

const send = <Result>(
  ports: Ports,
  organizationId: string,
  commandWith: (metadata: EventMetadata) => Command<Result>,
): Promise<Result> => sendAsOperator(ports, { organizationId, userAgent }, commandWith);

export const createOrganization = async (
  ports: Ports,
  organization: { name: string; tier: Tier; ownerName?: string | undefined },
): Promise<{ organizationId: string; key: string }> => {
  const { CreateOrganization } = await import('#libs/application/organizations/create-organization.handler.js');
  const organizationId = newId('org');
  const { key } = await send(ports, organizationId, (metadata) => new CreateOrganization(organization, metadata));
  return { organizationId, key };
};

export const setTier = async (ports: Ports, organizationId: string, tier: Tier): Promise<void> => {
  const { SetOrganizationTier } = await import('#libs/application/organizations/set-organization-tier.handler.js');
  return send(ports, organizationId, (metadata) => new SetOrganizationTier(tier, metadata));
};

export const suspend = async (ports: Ports, organizationId: string): Promise<void> => {
  const { SuspendOrganization } = await import('#libs/application/organizations/suspend-organization.handler.js');
  return send(ports, organizationId, (metadata) => new SuspendOrganization(metadata));
};

export const resume = async (ports: Ports, organizationId: string): Promise<void> => {
  const { ResumeOrganization } = await import('#libs/application/organizations/resume-organization.handler.js');
  return send(ports, organizationId, (metadata) => new ResumeOrganization(metadata));
};

/** The key acts in a name of its own, made from that of the key: what each application does can be told apart. */
export const createKey = async (ports: Ports, organizationId: string, key: Omit<NewApiKey, 'owner' | 'grantor'>) => {
  const loading = import('#libs/application/api-keys/create-api-key.handler.js');
  const userId = `${operatorUserId}:${key.name}`;
  const owner = { subject: await ports.subjectKeys.subjectFor(organizationId, userId), userId };
  const { CreateApiKey } = await loading;
  return send(
    ports,
    organizationId,
    (metadata) => new CreateApiKey({ ...key, owner, grantor: operatorGrantor }, metadata),
  );
};

export const rotateKey = async (ports: Ports, organizationId: string, keyId: string): Promise<IssuedKey> => {
  const { RotateApiKey } = await import('#libs/application/api-keys/rotate-api-key.handler.js');
  const maker = { subject: await ports.subjectKeys.subjectFor(organizationId, operatorUserId), userId: operatorUserId };
  return send(ports, organizationId, (metadata) => new RotateApiKey(keyId, operatorGrantor, metadata, maker));
};

export const revokeKey = async (ports: Ports, organizationId: string, keyId: string): Promise<void> => {
  const { operatorRevoker, RevokeApiKey } = await import('#libs/application/api-keys/revoke-api-key.handler.js');
  return send(ports, organizationId, (metadata) => new RevokeApiKey(keyId, operatorRevoker, metadata));
};

export const makeOwnerLink = async (ports: Ports, organizationId: string, subject: string): Promise<OwnerLink> => {
  const { MakeOwnerLink } = await import('#libs/application/users/make-owner-link.handler.js');
  return send(ports, organizationId, (metadata) => new MakeOwnerLink(subject, metadata));
};

export const inviteUser = async (ports: Ports, organizationId: string, user: NewUser): Promise<OpenInvite> => {
  const { InviteUser } = await import('#libs/application/users/invite-user.handler.js');
  return send(ports, organizationId, (metadata) => new InviteUser(user, metadata));
};

export const renewInvite = async (ports: Ports, organizationId: string, account: KnownAccount): Promise<OpenInvite> => {
  const { RenewInvite } = await import('#libs/application/users/renew-invite.handler.js');
  return send(ports, organizationId, (metadata) => new RenewInvite(account, metadata));
};

export const setPassword = async (ports: Ports, organizationId: string, accountId: string, hash: string) => {
  const { SetPassword } = await import('#libs/application/users/set-password.handler.js');
  const password = { accountId, hash, by: 'operator', proof: null } as const;
  await send(ports, organizationId, (metadata) => new SetPassword(password, metadata));
};

export const deleteUser = async (ports: Ports, organizationId: string, accountId: string): Promise<void> => {
  const { DeleteUser } = await import('#libs/application/users/delete-user.handler.js');
  return send(ports, organizationId, (metadata) => new DeleteUser(accountId, metadata));
};
