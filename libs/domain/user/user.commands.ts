import type { Invite, PasswordSetter, Role, UserEvent } from './user.events.js';

type EventData<Type extends UserEvent['type']> = Extract<UserEvent, { type: Type }>['data'];

export type UserCommand =
  | { type: 'CreateUser'; data: EventData<'UserCreated'> }
  | { type: 'InviteUser'; data: EventData<'UserInvited'> }
  /** Takes the sign-in away: what is left is the link. */
  | { type: 'RenewInvite'; invite: Invite; now: string }
  /** A link beside what the user signs in with, which stays until the link is used. */
  | { type: 'InviteAgain'; invite: Invite; now: string }
  | { type: 'EndInvite'; now: string }
  | { type: 'MakeOwnerLink'; data: EventData<'OwnerLinkMade'> }
  /** `proof` is the hash of the link. */
  | { type: 'SignUpOwner'; proof: string; sealedUser: string; credentialId: string; now: string }
  | {
      type: 'SetPassword';
      credentialId: string;
      /** Where an invite is the right to set it, its hash; where it is the password before it, what that was known by. */
      by: PasswordSetter;
      proof: string | null;
      now: string;
    }
  | { type: 'LinkIdentity'; issuer: string; identityId: string; now: string }
  /** `sealedUser` is undefined where the name stays. */
  | { type: 'ChangeUser'; role: Role; sealedUser: string | undefined; now: string }
  | { type: 'EndSessions'; sessionIds: string[]; now: string }
  | { type: 'DeleteUser'; now: string };
