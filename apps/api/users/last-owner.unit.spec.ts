import { expect, it } from 'vitest';
import type { KnownAccount } from '../access/known-users.js';
import { LastOwner } from './last-owner.js';

it('of two owners who go at the same time one stays', async () => {
  let owners = 2;
  const account = { role: 'owner', canSignIn: true } as KnownAccount;
  const lastOwner = new LastOwner({ accountNow: async () => ({ account, otherOwners: owners - 1 }) });
  const go = async () => {
    owners -= 1;
  };
  const gone = await Promise.allSettled([
    lastOwner.keptBy('acc_1', 'org_1', go),
    lastOwner.keptBy('acc_2', 'org_1', go),
  ]);
  expect(gone.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(owners).toBe(1);
});

it('who is no owner, or cannot sign in, may go', async () => {
  let gone = 0;
  const go = async () => {
    gone += 1;
  };
  for (const account of [{ role: 'auditor', canSignIn: true }, { role: 'owner', canSignIn: false }, undefined]) {
    const known = account && { account: account as KnownAccount, otherOwners: 0 };
    await new LastOwner({ accountNow: async () => known }).keptBy('acc_1', 'org_1', go);
  }
  expect(gone).toBe(3);
});
