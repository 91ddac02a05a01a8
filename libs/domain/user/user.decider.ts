import { Rejection } from '#libs/domain/errors/rejection.js';
import { assertNever, type Decider } from '../decider.js';
import type { UserCommand } from './user.commands.js';
import type { Invite, Role, UserEvent } from './user.events.js';

export interface Account {
  status: 'account';
  accountId: string;
  organizationId: string;
  subject: string;
  sealedUser: string;
  role: Role;
  generation: number;
  /** Names the hash of the password in the key vault; null before there is one. */
  credentialId: string | null;
  invite: Invite | null;
  /** By which providers of identities the user signs in: one identity of each. */
  identities: readonly { issuer: string; identityId: string }[];
}

/** The owner in whose name keys act, who has no account. The reference of the subject names the stream. */
export interface NamedOwner {
  status: 'named';
  organizationId: string;
  subject: string;
  sealedUser: string;
  role: Role;
}

/** An owner whom a link gives an account. */
export interface ExpectedOwner {
  status: 'expected';
  accountId: string;
  organizationId: string;
  subject: string;
  linkHash: string;
  linkExpiresAt: string;
}

export type User = { status: 'none' } | NamedOwner | ExpectedOwner | { status: 'deleted' } | Account;

const invalidInvite = () =>
  new Rejection('not_found', { message: 'The invite does not exist, was used, or has ended.' });

const ownerHasAccount = { message: 'The owner has an account: invite the next one by POST /v1/users.' };

const invalidLink = () => new Rejection('not_found', { message: 'The link does not exist, was used, or has ended.' });

const accountIn = (user: User): Account => {
  if (user.status === 'account') return user;
  throw new Rejection('not_found', { message: 'The user does not exist.' });
};

/** Stands where the SHA-256 of a token does: no token has it. */
const hashOfNoToken = '0'.repeat(64);

const referenceOf = ({ organizationId, accountId, subject }: Account) => ({ organizationId, accountId, subject });

/** Whether an invite of this hash may be used now. */
const isOpenInvite = ({ invite }: Account, hash: string | null, now: string): boolean =>
  invite !== null && invite.inviteHash === hash && now < invite.inviteExpiresAt;

/** Whether the link of this hash may be used now. */
export const isOpenLink = ({ linkHash, linkExpiresAt }: ExpectedOwner, hash: string, now: string): boolean =>
  linkHash === hash && now < linkExpiresAt;

const setPassword = (command: Extract<UserCommand, { type: 'SetPassword' }>, user: User): UserEvent[] => {
  const { credentialId, by, proof, now } = command;
  if (by === 'invite') {
    if (user.status !== 'account' || !isOpenInvite(user, proof, now)) throw invalidInvite();
  } else if (by === 'user' && accountIn(user).credentialId !== proof) {
    throw new Rejection('conflict', { message: 'The password was changed meanwhile.' });
  }
  const account = accountIn(user);
  const generation = account.generation + 1;
  return [{ type: 'UserPasswordSet', data: { ...referenceOf(account), generation, credentialId, by, setAt: now } }];
};

const signUpOwner = (
  { proof, sealedUser, credentialId, now }: Extract<UserCommand, { type: 'SignUpOwner' }>,
  user: User,
): UserEvent[] => {
  if (user.status !== 'expected' || !isOpenLink(user, proof, now)) throw invalidLink();
  const { accountId, organizationId, subject } = user;
  const data = { organizationId, accountId, subject, generation: 1, sealedUser, role: 'owner', credentialId } as const;
  return [{ type: 'OwnerSignedUp', data: { ...data, signedUpAt: now } }];
};

const linkIdentity = (
  { issuer, identityId, now }: Extract<UserCommand, { type: 'LinkIdentity' }>,
  account: Account,
): UserEvent[] => {
  if (!mayCome(account)) throw invalidInvite();
  const linked = account.identities.find((identity) => identity.issuer === issuer);
  if (linked?.identityId === identityId) return [];
  if (linked !== undefined) throw new Rejection('conflict', { message: 'The user has another identity there.' });
  // A further way to sign in ends no session.
  const { generation } = account;
  const data = { ...referenceOf(account), generation, issuer, identityId, linkedAt: now };
  return [{ type: 'UserIdentityLinked', data }];
};

/** Whether the user may come: has come already, or is invited. An invite that its time has ended is one still. */
export const mayCome = (account: Account): boolean => canSignIn(account) || account.invite !== null;

/** Whether the user has come: then an invite of the same address is a link to another password. */
export const canSignIn = ({ credentialId, identities }: Account): boolean =>
  credentialId !== null || identities.length > 0;

/** The generation of a link that leaves a sign-in as it is, where there is one. */
const generationBesides = (account: Account): number => account.generation + (canSignIn(account) ? 0 : 1);

const renewed = (
  account: Account,
  invite: Invite,
  { generation, now }: { generation: number; now: string },
): UserEvent => ({
  type: 'UserInviteRenewed',
  data: { ...referenceOf(account), ...invite, generation, renewedAt: now },
});

const change = (
  { role, sealedUser, now }: Extract<UserCommand, { type: 'ChangeUser' }>,
  account: Account,
): UserEvent[] => {
  if (role === account.role && sealedUser === undefined) return [];
  const data = {
    ...referenceOf(account),
    // A new name ends no session.
    generation: account.generation + (role === account.role ? 0 : 1),
    sealedUser: sealedUser ?? account.sealedUser,
    role,
    previousRole: account.role,
    nameChanged: sealedUser !== undefined,
    changedAt: now,
  };
  return [{ type: 'UserChanged', data }];
};

/** Has no generation to count, and keeps the role: keys act in it. */
const changeNamed = (
  { role, sealedUser, now }: Extract<UserCommand, { type: 'ChangeUser' }>,
  owner: NamedOwner,
): UserEvent[] => {
  if (role !== owner.role) {
    throw new Rejection('conflict', { message: 'The owner in whose name the first key was made keeps the role.' });
  }
  if (sealedUser === undefined) return [];
  const { organizationId, subject } = owner;
  const of = { organizationId, accountId: subject, subject, generation: 0 };
  const data = { ...of, sealedUser, role, previousRole: role, nameChanged: true, changedAt: now };
  return [{ type: 'UserChanged', data }];
};

const decide = (command: UserCommand, user: User): UserEvent[] => {
  switch (command.type) {
    case 'CreateUser':
      if (user.status !== 'none') throw new Rejection('conflict', { message: 'The user exists already.' });
      return [{ type: 'UserCreated', data: command.data }];
    case 'InviteUser':
      if (user.status !== 'none') throw new Rejection('conflict', { message: 'The user exists already.' });
      return [{ type: 'UserInvited', data: command.data }];
    case 'MakeOwnerLink':
      if (user.status !== 'none' && user.status !== 'expected') throw new Rejection('conflict', ownerHasAccount);
      return [{ type: 'OwnerLinkMade', data: command.data }];
    case 'SignUpOwner':
      return signUpOwner(command, user);
    case 'RenewInvite': {
      const account = accountIn(user);
      return [renewed(account, command.invite, { generation: account.generation + 1, now: command.now })];
    }
    case 'InviteAgain': {
      const account = accountIn(user);
      return [renewed(account, command.invite, { generation: generationBesides(account), now: command.now })];
    }
    case 'EndInvite': {
      const account = accountIn(user);
      if (account.invite === null) return [];
      const ended = { inviteHash: hashOfNoToken, inviteExpiresAt: command.now };
      return [renewed(account, ended, { generation: generationBesides(account), now: command.now })];
    }
    case 'SetPassword':
      return setPassword(command, user);
    case 'LinkIdentity':
      return linkIdentity(command, accountIn(user));
    case 'ChangeUser':
      return user.status === 'named' ? changeNamed(command, user) : change(command, accountIn(user));
    case 'EndSessions': {
      const data = { ...referenceOf(accountIn(user)), sessionIds: command.sessionIds, endedAt: command.now };
      return command.sessionIds.length === 0 ? [] : [{ type: 'UserSessionsEnded', data }];
    }
    case 'DeleteUser':
      return [{ type: 'UserDeleted', data: { ...referenceOf(accountIn(user)), deletedAt: command.now } }];
    default:
      return assertNever(command);
  }
};

type EventNamed<Type extends UserEvent['type']> = Extract<UserEvent, { type: Type }>;

const expected = (user: User, { data }: EventNamed<'OwnerLinkMade'>): User => {
  if (user.status !== 'none' && user.status !== 'expected') return user;
  const { accountId, organizationId, subject, linkHash, linkExpiresAt } = data;
  return { status: 'expected', accountId, organizationId, subject, linkHash, linkExpiresAt };
};

const signedUp = (user: User, { data }: EventNamed<'OwnerSignedUp'>): User => {
  if (user.status !== 'expected') return user;
  const { accountId, organizationId, subject, sealedUser, role, generation, credentialId } = data;
  const account = { accountId, organizationId, subject, sealedUser, role, generation, credentialId };
  return { status: 'account', ...account, invite: null, identities: [] };
};

const evolve = (user: User, event: UserEvent): User => {
  if (event.type === 'UserCreated') {
    const { organizationId, subject, sealedUser, role } = event.data;
    return { status: 'named', organizationId, subject, sealedUser, role };
  }
  if (user.status === 'named' && event.type === 'UserChanged') return { ...user, sealedUser: event.data.sealedUser };
  if (event.type === 'UserInvited') {
    const { accountId, organizationId, subject, sealedUser, role, inviteHash, inviteExpiresAt } = event.data;
    return {
      ...{ status: 'account', accountId, organizationId, subject, sealedUser, role },
      ...{ generation: 0, credentialId: null, invite: { inviteHash, inviteExpiresAt }, identities: [] },
    };
  }
  if (event.type === 'OwnerLinkMade') return expected(user, event);
  if (event.type === 'OwnerSignedUp') return signedUp(user, event);
  if (user.status !== 'account') return user;
  switch (event.type) {
    case 'UserInviteRenewed': {
      const { generation, inviteHash, inviteExpiresAt, renewedAt } = event.data;
      // One that ends as it is made takes the place of the last one, and is none.
      const invite = inviteExpiresAt > renewedAt ? { inviteHash, inviteExpiresAt } : null;
      if (generation === user.generation) return { ...user, invite };
      return { ...user, generation, credentialId: null, identities: [], invite };
    }
    case 'UserPasswordSet': {
      const { generation, credentialId } = event.data;
      return { ...user, generation, credentialId, invite: null };
    }
    case 'UserIdentityLinked': {
      const { issuer, identityId } = event.data;
      return { ...user, identities: [...user.identities, { issuer, identityId }], invite: null };
    }
    case 'UserChanged': {
      const { generation, role, sealedUser } = event.data;
      // Whoever has a link to a sign-in with one role gets none with another.
      const invite = generation > user.generation && canSignIn(user) ? null : user.invite;
      return { ...user, generation, role, sealedUser, invite };
    }
    case 'UserSessionsEnded':
      return user;
    case 'UserDeleted':
      return { status: 'deleted' };
    default:
      return assertNever(event);
  }
};

export const user: Decider<UserCommand, UserEvent, User> = {
  category: 'user',
  initialState: { status: 'none' },
  decide,
  evolve,
};
