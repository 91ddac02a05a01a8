import type { Accounts, Identity, KnownAccount, KnownIdentity } from '#libs/ports/accounts/accounts.port.js';

type Kept = KnownAccount & { email: string; inviteHash?: string | null };

/** Accounts in memory. */
export class InMemoryAccounts implements Accounts {
  readonly kept: Kept[] = [];
  readonly identities: (KnownIdentity & Identity & { organizationId: string })[] = [];
  readonly uses = new Map<string, number>();
  purges = 0;

  async reserve(account: KnownAccount, email: string): Promise<KnownAccount> {
    const [holder] = (await this.withEmail(email)).filter((one) => one.organizationId === account.organizationId);
    if (holder !== undefined) return holder;
    const known = this.kept.find(({ accountId }) => accountId === account.accountId);
    if (known === undefined) this.kept.push({ ...account, email: email.toLowerCase() });
    else known.email = email.toLowerCase();
    return account;
  }

  async withEmail(email: string): Promise<KnownAccount[]> {
    return this.kept.filter((one) => one.email === email.toLowerCase()).map(plain);
  }

  async withUserId(organizationId: string, userId: string): Promise<KnownAccount | undefined> {
    return this.found((one) => one.organizationId === organizationId && one.userId === userId);
  }

  async withInvite(inviteHash: string): Promise<KnownAccount | undefined> {
    return this.found((one) => one.inviteHash === inviteHash);
  }

  async setInvite(accountId: string, inviteHash: string | null): Promise<void> {
    for (const one of this.kept) if (one.accountId === accountId) one.inviteHash = inviteHash;
  }

  async reserveIdentity(wanted: KnownIdentity & { organizationId: string }, identity: Identity) {
    const holder = await this.withIdentity(wanted.organizationId, identity);
    if (holder !== undefined) return holder;
    const { accountId } = wanted;
    if (this.identities.some((one) => one.accountId === accountId && one.issuer === identity.issuer)) return undefined;
    this.identities.push({ ...wanted, ...identity });
    return this.withIdentity(wanted.organizationId, identity);
  }

  async withIdentity(organizationId: string, { issuer, subject }: Identity): Promise<KnownIdentity | undefined> {
    const found = this.identities.find(
      (one) => one.organizationId === organizationId && one.issuer === issuer && one.subject === subject,
    );
    return found && { identityId: found.identityId, accountId: found.accountId };
  }

  async issuersOf(accountId: string): Promise<string[]> {
    return this.identities
      .filter((one) => one.accountId === accountId)
      .map(({ issuer }) => issuer)
      .sort();
  }

  async removeIdentities(accountId: string): Promise<void> {
    const kept = this.identities.filter((one) => one.accountId !== accountId);
    this.identities.splice(0, this.identities.length, ...kept);
  }

  async remove(accountId: string): Promise<void> {
    const index = this.kept.findIndex((one) => one.accountId === accountId);
    if (index >= 0) this.kept.splice(index, 1);
    await this.removeIdentities(accountId);
  }

  async purge(): Promise<void> {
    this.purges += 1;
  }

  async noteUses(uses: readonly (readonly [sessionId: string, usedAt: number])[]): Promise<void> {
    for (const [id, usedAt] of uses) this.uses.set(id, usedAt);
  }

  async lastUse(sessionId: string): Promise<number | undefined> {
    return this.uses.get(sessionId);
  }

  async lastUses(sessionIds: readonly string[]): Promise<Map<string, number>> {
    return new Map([...this.uses].filter(([id]) => sessionIds.includes(id)));
  }

  private found(is: (account: Kept) => boolean): KnownAccount | undefined {
    const account = this.kept.find(is);
    return account && plain(account);
  }
}

const plain = ({ accountId, organizationId, userId }: KnownAccount): KnownAccount => ({
  accountId,
  organizationId,
  userId,
});
