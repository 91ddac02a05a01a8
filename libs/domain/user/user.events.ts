import type { DomainEvent } from '../decider.js';

export const roles = ['owner', 'developer', 'translator', 'compliance', 'auditor'] as const;
export type Role = (typeof roles)[number];

/** Fields that every event of an account has. */
type OfAccount = {
  organizationId: string;
  accountId: string;
  /** Subject reference of the user. */
  subject: string;
};

/** The number of times that what the account signs in with, or what it may do, was changed: a session is of one. */
type Generation = { generation: number };

/** A link by which its holder sets a password. */
export type Invite = {
  /** SHA-256 of its token, in hexadecimal. */
  inviteHash: string;
  /** RFC 3339. */
  inviteExpiresAt: string;
};

export type UserEvent =
  /** An owner in whose name keys act, who does not sign in. */
  | DomainEvent<
      'UserCreated',
      {
        organizationId: string;
        /** Subject reference; the user id itself is sealed. */
        subject: string;
        sealedUser: string;
        role: Role;
        createdAt: string;
      }
    >
  /** The beginning of an account. `sealedUser` is `{ user_id, email, name }`, sealed for the user. */
  | DomainEvent<'UserInvited', OfAccount & Invite & { sealedUser: string; role: Role; invitedAt: string }>
  /**
   * A new link in place of the last one. With another generation it takes the place of password and identities too; with the
   * generation of before they stay, and the link holds for that generation. Of who has come, only the operator takes them away.
   */
  | DomainEvent<'UserInviteRenewed', OfAccount & Invite & Generation & { renewedAt: string }>
  /** The hash of the password is not in the log: `credentialId` names it in the key vault. */
  | DomainEvent<'UserPasswordSet', OfAccount & Generation & { credentialId: string; by: PasswordSetter; setAt: string }>
  /**
   * The user signs in by a provider of identities from now on, and an open invite holds no more. What the provider knows the
   * user by is not in the log: `identityId` names it among the accounts.
   */
  | DomainEvent<'UserIdentityLinked', OfAccount & Generation & { issuer: string; identityId: string; linkedAt: string }>
  | DomainEvent<
      'UserChanged',
      OfAccount &
        Generation & { sealedUser: string; role: Role; previousRole: Role; nameChanged: boolean; changedAt: string }
    >
  | DomainEvent<'UserDeleted', OfAccount & { deletedAt: string }>
  /** Sessions of the user were ended by who manages users, without another password or role: those that were open then. */
  | DomainEvent<'UserSessionsEnded', OfAccount & { sessionIds: string[]; endedAt: string }>
  /**
   * A link by which the owner of the first start, a `UserCreated`, gets an account: that of the event, whose stream this
   * begins. The subject is the owner's. A later link of the account takes the place of the last one.
   */
  | DomainEvent<
      'OwnerLinkMade',
      OfAccount & {
        /** SHA-256 of the token of the link, in hexadecimal. */
        linkHash: string;
        /** RFC 3339. */
        linkExpiresAt: string;
        madeAt: string;
      }
    >
  /** The owner has used the link and can sign in. `sealedUser` is `{ user_id, email, name }`, the id that of before. */
  | DomainEvent<
      'OwnerSignedUp',
      OfAccount & Generation & { sealedUser: string; role: Role; credentialId: string; signedUpAt: string }
    >;

/** By what right a password is set: an invite, the password before it, or the operator's word. */
export type PasswordSetter = 'invite' | 'user' | 'operator';
