import type { UserEvent } from '#libs/domain/user/user.events.js';
import { projection } from '#libs/read-side/projection/projection.port.js';
import type { UserEntity } from './user.entity.js';

/** Accounts of all organizations, with the data for sessions and for their owners. */
export const users = projection<
  UserEntity,
  Exclude<UserEvent['type'], 'UserCreated' | 'OwnerLinkMade' | 'UserSessionsEnded'>
>({
  name: 'users',
  version: 1,
  table: 'read_model.user_account',
  primaryKey: ['id'],
  onFailure: 'park',
  handlers: {
    UserInvited: (rows, { data, metadata }) =>
      rows.insert({
        id: data.accountId,
        organization_id: data.organizationId,
        subject: data.subject,
        sealed_user: data.sealedUser,
        role: data.role,
        generation: 0,
        has_password: false,
        is_linked: false,
        invite_expires_at: data.inviteExpiresAt,
        inviter_subject: metadata.subject,
        created_at: data.invitedAt,
        deleted_at: null,
      }),
    OwnerSignedUp: (rows, { data }) =>
      rows.insert({
        id: data.accountId,
        organization_id: data.organizationId,
        subject: data.subject,
        sealed_user: data.sealedUser,
        role: data.role,
        generation: data.generation,
        has_password: true,
        is_linked: false,
        invite_expires_at: null,
        inviter_subject: null,
        created_at: data.signedUpAt,
        deleted_at: null,
      }),
    UserInviteRenewed: (rows, { data, metadata }) =>
      rows.update(
        { id: data.accountId },
        {
          generation: data.generation,
          // Of who has come, the operator's link alone takes the sign-in away.
          ...(metadata.actorType === 'operator' && { has_password: false, is_linked: false }),
          invite_expires_at: data.inviteExpiresAt,
          inviter_subject: metadata.subject,
        },
      ),
    UserPasswordSet: (rows, { data }) =>
      rows.update({ id: data.accountId }, { generation: data.generation, has_password: true, invite_expires_at: null }),
    UserIdentityLinked: (rows, { data }) =>
      rows.update({ id: data.accountId }, { is_linked: true, invite_expires_at: null }),
    UserChanged: (rows, { data }) =>
      rows.update(
        { id: data.accountId },
        { generation: data.generation, role: data.role, sealed_user: data.sealedUser },
      ),
    UserDeleted: (rows, { data }) => rows.update({ id: data.accountId }, { deleted_at: data.deletedAt }),
  },
});
