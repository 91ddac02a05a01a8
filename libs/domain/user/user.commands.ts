import type { Invite, PasswordSetter, Role, UserEvent } from './user.events.js';

type EventData<Type extends UserEvent['type']> = Extract<UserEvent, { type: Type }>['data'];

export type UserCommand =
  | { type: 'CreateUser'; data: EventData<'UserCreated'> }
  | { type: 'InviteUser'; data: EventData<'UserInvited'> }
  | { type: 'RenewInvite'; invite: Invite; now: string }
  | { type: 'EndInvite'; now: string }
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
  | { type: 'DeleteUser'; now: string };
