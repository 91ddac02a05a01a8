import { describe, expect, it } from 'vitest';
import { passwordSecret } from '#libs/application/users/secret-tokens.js';
import { user } from '#libs/domain/user/user.decider.js';
import type { UserEvent } from '#libs/domain/user/user.events.js';
import { toNewEvents } from '#libs/event-sourcing/command-execution.js';
import type { AttemptCounter, SignInAttempts } from '#libs/ports/accounts/sign-in-attempts.port.js';
import { accessOfKey } from '#test/fakes/api-caller.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { accountId, invited, passwordSet, userDeleted } from '#test/fakes/user-events.js';
import { Ports } from '#test/handler/handler-specification.js';
import { accountsTried, SignIn } from './sign-in.js';

class KnownAttempts implements SignInAttempts {
  readonly locked = new Map<string, number>();
  readonly begun: string[] = [];
  readonly forgotten: string[] = [];

  async begin({ name }: AttemptCounter): Promise<number> {
    this.begun.push(name);
    return this.locked.get(name) ?? 0;
  }

  async succeeded(name: string, extent: 'all' | 'one'): Promise<void> {
    this.forgotten.push(`${extent} of ${name}`);
  }
}

const email = 'ada@example.com';
const address = '192.0.2.7';
const wrong = { account: undefined };

/** Each account that the address has, its password named after it. */
const accountNumber = (number: number) => ({
  accountId: `acc_01KAH000000000000000000${number}AA`,
  organizationId: `org_${number}`,
  credentialId: `cred_${number}`,
});

const setUp = async (...events: UserEvent[]) => {
  const ports = new Ports();
  const { organizationId } = uploaderMetadata;
  const add = async (account: { accountId: string; organizationId: string }, written: readonly UserEvent[]) => {
    await ports.accounts.reserve({ ...account, userId: 'usr_1' }, email);
    const metadata = { ...uploaderMetadata, organizationId: account.organizationId };
    const stream = `user-${account.accountId}`;
    await ports.eventStore.append(stream, toNewEvents(stream, written, metadata), 'no-stream');
  };
  await ports.keyVault.putSecret(passwordSecret, 'cred_1', 'hash of right');
  if (events.length > 0) await add({ accountId, organizationId }, events);
  const addWithPassword = async (number: number, password: string) => {
    const { credentialId, ...account } = accountNumber(number);
    await ports.keyVault.putSecret(passwordSecret, credentialId, `hash of ${password}`);
    await add(account, [
      { type: 'UserInvited', data: { ...invited.data, ...account } },
      { type: 'UserPasswordSet', data: { ...passwordSet.data, ...account, credentialId } },
    ]);
  };
  const verified: (string | undefined)[] = [];
  const attempts = new KnownAttempts();
  const passwords = {
    verify: async (hash: string | undefined, password: string) => hash === `hash of ${password}`,
    verifyEach: async (hashes: readonly (string | undefined)[], password: string) => {
      verified.push(...hashes);
      return hashes.map((hash) => hash === `hash of ${password}`);
    },
  };
  const accountAccess = {
    of: async (account: { accountId: string }) => accessOfKey({ keyId: account.accountId }),
    organizationOf: async (id: string) => ({ id, name: `Name of ${id}` }),
  };
  const signIn = new SignIn(ports.eventStore, ports.keyVault, ports.accounts, attempts, accountAccess, passwords);
  const attempt = (password: string, changes: { email?: string; organizationId?: string } = {}) =>
    signIn.withPassword({ email, password, organizationId: undefined, ...changes }, address);
  return { ports, signIn, attempts, verified, attempt, addWithPassword };
};

describe('signing in', () => {
  it('the right password tells the user, and forgets what failed before', async () => {
    const { attempt, attempts, verified } = await setUp(invited, passwordSet);
    const access = { keyId: accountId };
    expect(await attempt('right', { email: 'ADA@Example.com' })).toMatchObject({ account: { accountId }, access });
    expect(attempts.forgotten).toEqual([`all of account ${accountId}`, `one of network ${address}`]);
    expect(verified).toEqual(['hash of right', undefined, undefined]);
  });

  it('what is unknown, wrong, locked, deleted or not come yet takes the same work, and nobody is told', async () => {
    const known = await setUp(invited, passwordSet);
    const refusedOn = [{ keyId: accountId }];
    expect(await known.attempt('wrong')).toMatchObject({ account: undefined, refusedOn });
    expect(await known.attempt('right', { email: 'nobody@example.com' })).toEqual({ ...wrong, refusedOn: [] });
    expect(await known.attempt('right', { organizationId: 'org_2' })).toEqual({ ...wrong, refusedOn: [] });
    const none = [undefined, undefined, undefined];
    expect(known.verified).toEqual(['hash of right', undefined, undefined, ...none, ...none]);
    expect(known.attempts.begun).toHaveLength(12);

    known.attempts.locked.set(`account ${accountId}`, 4);
    expect(await known.attempt('right')).toMatchObject({ account: undefined, refusedOn });
    expect(known.verified.slice(-3)).toEqual(none);
    expect(known.attempts.forgotten).toEqual([]);

    const deleted = await setUp(invited, passwordSet, userDeleted);
    expect(await deleted.attempt('right')).toEqual({ ...wrong, refusedOn: [] });
    expect(deleted.verified).toEqual(none);
    const expected = await setUp(invited);
    expect(await expected.attempt('right')).toMatchObject(wrong);
    expect(expected.verified).toEqual(none);
  });

  it('an account of the same address elsewhere hides and forgives nothing', async () => {
    const { attempt, attempts, addWithPassword } = await setUp();
    await addWithPassword(1, 'of the victim');
    await addWithPassword(2, 'of the attacker');
    const [victim, attacker] = [accountNumber(1), accountNumber(2)];
    expect(await attempt('of the victim')).toMatchObject({ account: { accountId: victim.accountId } });
    expect(await attempt('of the attacker')).toMatchObject({ account: { accountId: attacker.accountId } });
    const network = `one of network ${address}`;
    expect(attempts.forgotten).toEqual([
      ...[`all of account ${victim.accountId}`, network],
      ...[`all of account ${attacker.accountId}`, network],
    ]);
    // A guess that another account answers is a guess all the same.
    expect(attempts.begun.filter((name) => name === `account ${victim.accountId}`)).toHaveLength(2);
    const refusedOn = [{ keyId: victim.accountId }, { keyId: attacker.accountId }];
    expect(await attempt('of nobody')).toMatchObject({ account: undefined, refusedOn });

    attempts.locked.set(`account ${attacker.accountId}`, 900);
    expect(await attempt('of the victim')).toMatchObject({ account: { accountId: victim.accountId } });
  });

  it('a password that opens several asks for the organization; more accounts than are tried want it too', async () => {
    const { attempt, attempts, addWithPassword, verified } = await setUp();
    for (const number of [1, 2]) await addWithPassword(number, 'shared');
    for (const number of [3, 4, 5]) await addWithPassword(number, `of ${number}`);
    expect(await rejectionOf(() => attempt('shared'))).toMatchObject({
      code: 'missing_required_field',
      details: {
        organization_id: ['is required'],
        organizations: [1, 2].map((number) => ({ id: `org_${number}`, name: `Name of org_${number}` })),
      },
    });
    expect(attempts.forgotten.slice(0, 2)).toEqual(
      [1, 2].map((number) => `all of account ${accountNumber(number).accountId}`),
    );
    expect(await attempt('shared', { organizationId: 'org_2' })).toMatchObject({
      account: { organizationId: 'org_2' },
    });
    expect(await attempt('of 3')).toMatchObject({ account: { organizationId: 'org_3' } });
    expect(await attempt('of 5')).toMatchObject(wrong);
    expect(await attempt('of 5', { organizationId: 'org_5' })).toMatchObject({ account: { organizationId: 'org_5' } });
    expect(verified).toHaveLength(5 * accountsTried);
  });

  it('a network that failed too often is told to wait before anything is verified', async () => {
    const { attempt, attempts, verified } = await setUp(invited, passwordSet);
    attempts.locked.set(`network ${address}`, 9);
    expect(await rejectionOf(() => attempt('right'))).toMatchObject({ code: 'rate_limit_exceeded', retryAfter: 9 });
    expect(verified).toEqual([]);
  });

  it('a password is changed after that which is known now, which is locked like a sign-in', async () => {
    const { signIn, attempts } = await setUp(invited, passwordSet);
    const account = [invited, passwordSet].reduce<ReturnType<typeof user.evolve>>(user.evolve, user.initialState);
    if (account.status !== 'account') throw new Error('There is no account');
    expect(await signIn.isPasswordOf(account, 'right', address)).toBe(true);
    expect(await signIn.isPasswordOf(account, 'wrong', address)).toBe(false);
    attempts.locked.set(`password ${accountId}`, 1);
    expect(await signIn.isPasswordOf(account, 'right', address)).toBe(false);
  });
});
