import type { UserEvent } from '#libs/domain/user/user.events.js';
import { uploaderMetadata } from './document.fixture.js';

const { organizationId, occurredAt } = uploaderMetadata;

export const accountId = 'acc_01KAH0000000000000000000AA';
const of = { organizationId, accountId, subject: uploaderMetadata.subject };

export const invited = {
  type: 'UserInvited',
  data: {
    ...of,
    inviteHash: 'invite-hash',
    inviteExpiresAt: '2099-01-01T00:00:00.000Z',
    sealedUser: 'sealed-user',
    role: 'developer',
    invitedAt: occurredAt,
  },
} as const satisfies UserEvent;

export const passwordSet = {
  type: 'UserPasswordSet',
  data: { ...of, generation: 1, credentialId: 'cred_1', by: 'invite', setAt: occurredAt },
} as const satisfies UserEvent;

export const identityLinked = {
  type: 'UserIdentityLinked',
  data: { ...of, generation: 0, issuer: 'https://id.example', identityId: 'idn_1', linkedAt: occurredAt },
} as const satisfies UserEvent;

export const userDeleted = { type: 'UserDeleted', data: { ...of, deletedAt: occurredAt } } as const satisfies UserEvent;

/** Metadata of another organization. */
export const stranger = { ...uploaderMetadata, organizationId: 'org_01KAH0000000000000000000ZZ' };
