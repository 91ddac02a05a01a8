import { type KeyAccess, unknownUserId } from '#libs/application/key-access.js';
import type { AnyDomainEvent, EventOf, EventType } from '#libs/domain/domain-event.js';
import { roleScopes, seesOwnDocumentsOnly } from '#libs/domain/user/role-scopes.js';
import type { ExpectedOwner } from '#libs/domain/user/user.decider.js';
import type { Role } from '#libs/domain/user/user.events.js';
import type { AccountRow, SessionRow } from '#projections/api-keys/key-snapshot.queries.js';
import type { KeyOwner, KnownOrganization } from './known-keys.js';

/** Types of events that change who has signed in, and what a user may do. */
export const userTypes = [
  'UserInvited',
  'OwnerSignedUp',
  'UserInviteRenewed',
  'UserPasswordSet',
  'UserIdentityLinked',
  'UserChanged',
  'UserSessionsEnded',
  'UserDeleted',
  'SessionBegan',
  'SessionEnded',
] as const satisfies readonly EventType[];

/** Sessions of an account at a time; one more ends the oldest. */
const maxSessions = 20;

export interface KnownAccount {
  id: string;
  organization: KnownOrganization;
  owner: KeyOwner;
  role: Role;
  generation: number;
  canSignIn: boolean;
  sessions: KnownSession[];
}

export interface KnownSession {
  id: string;
  tokenHash: string;
  account: KnownAccount;
  generation: number;
  /** Milliseconds since the epoch. */
  endsAt: number;
  /** Time in milliseconds at which it was last used, as far as this node knows. */
  usedAt: number;
}

interface Shared {
  organizationOf: (id: string) => KnownOrganization;
  ownerOf: (subject: string, sealed: string) => KeyOwner;
  knownOwner: (subject: string) => KeyOwner | undefined;
}

/** Whether it may be used as far as events say: it may have ended for want of requests. */
export const isLive = ({ account, generation, endsAt }: KnownSession, now: number): boolean =>
  generation === account.generation && now < endsAt;

/**
 * Every account and live session, in memory, as events make them. A session is of one generation of its account: what
 * changes the password or the role ends it by making the next one. An event may come again, and those behind it then come
 * again too.
 */
export class KnownUsers {
  private readonly accounts = new Map<string, KnownAccount>();
  private readonly sessions = new Map<string, KnownSession>();
  /** Number of accounts of each organization. */
  private readonly counts = new Map<string, number>();

  constructor(private readonly shared: Shared) {}

  /** The live session of a token. */
  findSession(tokenHash: string, now: number): KnownSession | undefined {
    const session = this.sessions.get(tokenHash);
    return session !== undefined && isLive(session, now) ? session : undefined;
  }

  find(accountId: string): KnownAccount | undefined {
    return this.accounts.get(accountId);
  }

  /** Number of accounts of an organization. */
  countOf(organizationId: string): number {
    return this.counts.get(organizationId) ?? 0;
  }

  /** Number of owners of an organization who can sign in, but for one account. */
  countOtherOwners(organizationId: string, accountId: string): number {
    return [...this.accounts.values()].filter(
      ({ id, organization, role, canSignIn }) =>
        organization.id === organizationId && id !== accountId && role === 'owner' && canSignIn,
    ).length;
  }

  addAccounts(rows: readonly AccountRow[]): void {
    for (const { id, organization_id, subject, sealed_user, role, generation, can_sign_in } of rows) {
      const organization = this.shared.organizationOf(organization_id);
      const owner = this.shared.ownerOf(subject, sealed_user);
      owner.role = role;
      this.keep({ id, organization, owner, role, generation, canSignIn: can_sign_in, sessions: [] });
    }
  }

  addSessions(rows: readonly SessionRow[], now: number): void {
    for (const { id, account_id: accountId, token_hash: tokenHash, generation, began_at, expires_at } of rows) {
      this.add({ id, accountId, tokenHash, generation, beganAt: began_at, expiresAt: expires_at }, now);
    }
  }

  apply(event: AnyDomainEvent, now: number): void {
    switch (event.type) {
      case 'UserInvited':
        this.begin(event.data, { generation: 0, canSignIn: false });
        return;
      case 'OwnerSignedUp':
        this.begin(event.data, { generation: event.data.generation, canSignIn: true });
        return;
      case 'UserInviteRenewed':
        this.renewInvite(event.data);
        return;
      case 'UserPasswordSet':
      case 'UserIdentityLinked':
        this.change(event.data, { canSignIn: true });
        return;
      case 'UserChanged':
        this.change(event.data, { role: event.data.role });
        return;
      case 'UserDeleted':
        this.delete(event.data);
        return;
      case 'SessionBegan':
        this.add({ ...event.data, id: event.data.sessionId }, now);
        return;
      case 'SessionEnded':
        this.end(event.data.accountId, [event.data.sessionId]);
        return;
      case 'UserSessionsEnded':
        this.end(event.data.accountId, event.data.sessionIds);
        return;
      default:
    }
  }

  private begin(
    { accountId: id, organizationId, subject, sealedUser, role }: EventOf<'UserInvited' | 'OwnerSignedUp'>['data'],
    { generation, canSignIn }: Pick<KnownAccount, 'generation' | 'canSignIn'>,
  ): void {
    if (this.accounts.has(id)) return;
    const organization = this.shared.organizationOf(organizationId);
    const owner = this.shared.ownerOf(subject, sealedUser);
    owner.role = role;
    this.keep({ id, organization, owner, role, generation, canSignIn, sessions: [] });
  }

  private keep(account: KnownAccount): void {
    const organizationId = account.organization.id;
    if (!this.accounts.has(account.id)) this.counts.set(organizationId, this.countOf(organizationId) + 1);
    this.accounts.set(account.id, account);
  }

  /** A link of the same generation leaves the sign-in as it is. */
  private renewInvite({ accountId, generation }: EventOf<'UserInviteRenewed'>['data']): void {
    const keepsSignIn = this.accounts.get(accountId)?.generation === generation;
    this.change({ accountId, generation }, keepsSignIn ? {} : { canSignIn: false });
  }

  private change(
    { accountId, generation }: { accountId: string; generation: number },
    changes: Partial<Pick<KnownAccount, 'role' | 'canSignIn'>>,
  ): void {
    const account = this.accounts.get(accountId);
    if (account === undefined || generation < account.generation) return;
    Object.assign(account, changes, { generation });
    account.owner.role = account.role;
  }

  private delete({ accountId, subject }: EventOf<'UserDeleted'>['data']): void {
    // Known by keys also where the rows that this node began with had no such account any more.
    const owner = this.shared.knownOwner(subject);
    if (owner !== undefined) owner.gone = true;
    const account = this.accounts.get(accountId);
    if (account === undefined) return;
    for (const { tokenHash } of account.sessions) this.sessions.delete(tokenHash);
    this.accounts.delete(accountId);
    this.counts.set(account.organization.id, this.countOf(account.organization.id) - 1);
  }

  private add(
    {
      accountId,
      ...session
    }: {
      id: string;
      accountId: string;
      tokenHash: string;
      generation: number;
      beganAt: string;
      expiresAt: string;
    },
    now: number,
  ): void {
    const account = this.accounts.get(accountId);
    if (account === undefined || this.sessions.has(session.tokenHash)) return;
    const { id, tokenHash, generation, beganAt, expiresAt } = session;
    const added = { id, tokenHash, account, generation, endsAt: Date.parse(expiresAt), usedAt: Date.parse(beganAt) };
    if (!isLive(added, now)) return;
    const live = [...account.sessions.filter((one) => isLive(one, now)), added].slice(-maxSessions);
    for (const one of account.sessions) if (!live.includes(one)) this.sessions.delete(one.tokenHash);
    account.sessions = live;
    this.sessions.set(tokenHash, added);
  }

  private end(accountId: string, sessionIds: readonly string[]): void {
    const account = this.accounts.get(accountId);
    if (account === undefined) return;
    for (const { id, tokenHash } of account.sessions) if (sessionIds.includes(id)) this.sessions.delete(tokenHash);
    account.sessions = account.sessions.filter(({ id }) => !sessionIds.includes(id));
  }
}

/** The access of an owner who follows a link to an account, and has none yet. */
export const accessOfExpectedOwner = (
  { accountId, subject }: Pick<ExpectedOwner, 'accountId' | 'subject'>,
  organization: KnownOrganization,
): KeyAccess => ({
  keyId: accountId,
  organizationId: organization.id,
  scopes: [],
  ipAllowlist: [],
  revoked: false,
  endsAt: undefined,
  tier: organization.tier ?? 'entry',
  organizationSuspended: organization.suspended,
  subject,
  userId: unknownUserId,
});

/** The access of a user: that of a session, or of an attempt to begin one. */
export const accessOfUser = (account: KnownAccount, userId: string, session?: KnownSession): KeyAccess => ({
  keyId: account.id,
  organizationId: account.organization.id,
  scopes: roleScopes[account.role],
  ipAllowlist: [],
  revoked: false,
  endsAt: undefined,
  tier: account.organization.tier ?? 'entry',
  organizationSuspended: account.organization.suspended,
  subject: account.owner.subject,
  userId,
  ...(seesOwnDocumentsOnly(account.role) && { ownDocumentsOnly: true }),
  user: {
    accountId: account.id,
    sessionId: session?.id,
    role: account.role,
    generation: account.generation,
    sessionEndsAt: session?.endsAt,
  },
});
