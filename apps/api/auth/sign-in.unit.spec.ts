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
import { SignIn } from './sign-in.js';

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

const setUp = async (...events: UserEvent[]) => {
  const ports = new Ports();
  const { organizationId } = uploaderMetadata;
  await ports.accounts.reserve({ accountId, organizationId, userId: 'usr_1' }, email);
  await ports.keyVault.putSecret(passwordSecret, 'cred_1', 'hash of right');
  await ports.eventStore.append(`user-${accountId}`, toNewEvents('given', events, uploaderMetadata), 'no-stream');
  const verified: (string | undefined)[] = [];
  const attempts = new KnownAttempts();
  const passwords = {
    verify: async (hash: string | undefined, password: string) => {
      verified.push(hash);
      return hash === `hash of ${password}`;
    },
  };
  const access = accessOfKey();
  const accountAccess = { of: async () => access };
  const signIn = new SignIn(ports.eventStore, ports.keyVault, ports.accounts, attempts, accountAccess, passwords);
  const attempt = (password: string, changes: { email?: string; organizationId?: string } = {}) =>
    signIn.withPassword({ email, password, organizationId: undefined, ...changes }, address);
  return { ports, signIn, attempts, verified, access, attempt };
};

describe('signing in', () => {
  it('the right password tells the user, and forgets what failed before', async () => {
    const { attempt, attempts, access, verified } = await setUp(invited, passwordSet);
    expect(await attempt('right', { email: 'ADA@Example.com' })).toMatchObject({ account: { accountId }, access });
    expect(attempts.forgotten).toEqual([`all of email ${email}`, `one of network ${address}`]);
    expect(verified).toEqual(['hash of right']);
  });

  it('what is unknown, wrong, locked, deleted or not come yet takes one verification, and nobody is told', async () => {
    const known = await setUp(invited, passwordSet);
    expect(await known.attempt('wrong')).toEqual({ account: undefined, access: known.access });
    expect(await known.attempt('right', { email: 'nobody@example.com' })).toEqual({
      account: undefined,
      access: undefined,
    });
    expect(await known.attempt('right', { organizationId: 'org_2' })).toEqual({
      account: undefined,
      access: undefined,
    });
    expect(known.verified).toEqual(['hash of right', undefined, undefined]);

    known.attempts.locked.set(`email ${email}`, 4);
    expect(await known.attempt('right')).toEqual({ account: undefined, access: known.access });
    expect(known.verified).toHaveLength(4);
    expect(known.attempts.forgotten).toEqual([]);

    const deleted = await setUp(invited, passwordSet, userDeleted);
    expect(await deleted.attempt('right')).toEqual({ account: undefined, access: undefined });
    expect(deleted.verified).toEqual([undefined]);
    const expected = await setUp(invited);
    expect(await expected.attempt('right')).toMatchObject({ account: undefined });
    expect(expected.verified).toEqual([undefined]);
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
