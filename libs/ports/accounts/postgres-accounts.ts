import { createHmac } from 'node:crypto';
import { DatabaseError, type Pool } from 'pg';
import type { Accounts, Identity, KnownAccount, KnownIdentity } from './accounts.port.js';
import { purgeAccounts } from './postgres-account-purge.js';

interface AccountRow {
  account_id: string;
  organization_id: string;
  user_id: string;
}

const found = 'select account_id, organization_id, user_id from accounts.account';

const toAccount = ({ account_id, organization_id, user_id }: AccountRow): KnownAccount => ({
  accountId: account_id,
  organizationId: organization_id,
  userId: user_id,
});

/** The constraint by the name that PostgreSQL gave it. */
const uniqueAddress = 'account_organization_id_email_lookup_key';

/** Days after which a session is long over. */
const usesKeptDays = 2;

export class PostgresAccounts implements Accounts {
  /** @param lookupKey 32 bytes that are derived from the master key */
  constructor(
    private readonly pool: Pool,
    private readonly lookupKey: Uint8Array,
  ) {}

  async reserve(account: KnownAccount, email: string): Promise<KnownAccount> {
    const { accountId, organizationId, userId } = account;
    for (;;) {
      const lookup = this.emailLookup(email);
      const holder = await this.first('organization_id = $1 and email_lookup = $2', [organizationId, lookup]);
      if (holder !== undefined) return holder;
      try {
        await this.pool.query(
          `insert into accounts.account (account_id, organization_id, user_id, email_lookup) values ($1, $2, $3, $4)
           on conflict (account_id) do update set email_lookup = excluded.email_lookup`,
          [accountId, organizationId, userId, lookup],
        );
        return account;
      } catch (error) {
        // Another account has taken the address meanwhile.
        if (!(error instanceof DatabaseError && error.constraint === uniqueAddress)) throw error;
      }
    }
  }

  async withEmail(email: string): Promise<KnownAccount[]> {
    const { rows } = await this.pool.query<AccountRow>(`${found} where email_lookup = $1 order by account_id`, [
      this.emailLookup(email),
    ]);
    return rows.map(toAccount);
  }

  withUserId(organizationId: string, userId: string): Promise<KnownAccount | undefined> {
    return this.first('organization_id = $1 and user_id = $2', [organizationId, userId]);
  }

  withInvite(inviteHash: string): Promise<KnownAccount | undefined> {
    return this.first('invite_hash = $1', [inviteHash]);
  }

  async setInvite(accountId: string, inviteHash: string | null): Promise<void> {
    await this.pool.query('update accounts.account set invite_hash = $2 where account_id = $1', [
      accountId,
      inviteHash,
    ]);
  }

  async reserveIdentity(
    { identityId, accountId, organizationId }: KnownIdentity & { organizationId: string },
    identity: Identity,
  ): Promise<KnownIdentity | undefined> {
    await this.pool.query(
      `insert into accounts.identity (identity_id, account_id, organization_id, issuer, identity_lookup)
       values ($1, $2, $3, $4, $5) on conflict do nothing`,
      [identityId, accountId, organizationId, identity.issuer, this.identityLookup(identity)],
    );
    return this.withIdentity(organizationId, identity);
  }

  async withIdentity(organizationId: string, identity: Identity): Promise<KnownIdentity | undefined> {
    const { rows } = await this.pool.query<{ identity_id: string; account_id: string }>(
      'select identity_id, account_id from accounts.identity where organization_id = $1 and identity_lookup = $2',
      [organizationId, this.identityLookup(identity)],
    );
    return rows[0] && { identityId: rows[0].identity_id, accountId: rows[0].account_id };
  }

  async issuersOf(accountId: string): Promise<string[]> {
    const { rows } = await this.pool.query<{ issuer: string }>(
      'select issuer from accounts.identity where account_id = $1 order by issuer',
      [accountId],
    );
    return rows.map(({ issuer }) => issuer);
  }

  async removeIdentities(accountId: string): Promise<void> {
    await this.pool.query('delete from accounts.identity where account_id = $1', [accountId]);
  }

  async remove(accountId: string): Promise<void> {
    await this.pool.query('delete from accounts.account where account_id = $1', [accountId]);
  }

  purge(): Promise<void> {
    return purgeAccounts(this.pool);
  }

  async noteUses(uses: readonly (readonly [sessionId: string, usedAt: number])[]): Promise<void> {
    await this.pool.query(
      `insert into accounts.session_use as kept (session_id, used_at)
       select id, to_timestamp(ms / 1000.0) from unnest($1::text[], $2::float8[]) as uses (id, ms)
       on conflict (session_id) do update set used_at = greatest(kept.used_at, excluded.used_at)`,
      [uses.map(([id]) => id), uses.map(([, usedAt]) => usedAt)],
    );
    await this.pool.query(`delete from accounts.session_use where used_at < now() - interval '${usesKeptDays} days'`);
  }

  async lastUse(sessionId: string): Promise<number | undefined> {
    return (await this.lastUses([sessionId])).get(sessionId);
  }

  async lastUses(sessionIds: readonly string[]): Promise<Map<string, number>> {
    const { rows } = await this.pool.query<{ session_id: string; used_at: Date }>(
      'select session_id, used_at from accounts.session_use where session_id = any($1)',
      [sessionIds],
    );
    return new Map(rows.map(({ session_id, used_at }) => [session_id, used_at.getTime()]));
  }

  private async first(condition: string, values: unknown[]): Promise<KnownAccount | undefined> {
    const { rows } = await this.pool.query<AccountRow>(`${found} where ${condition}`, values);
    return rows[0] && toAccount(rows[0]);
  }

  private emailLookup(email: string): Buffer {
    return this.lookup(['email', email.normalize('NFC').toLowerCase()]);
  }

  private identityLookup({ issuer, subject }: Identity): Buffer {
    return this.lookup(['identity', issuer, subject]);
  }

  private lookup(name: readonly string[]): Buffer {
    return createHmac('sha256', this.lookupKey).update(JSON.stringify(name)).digest();
  }
}
