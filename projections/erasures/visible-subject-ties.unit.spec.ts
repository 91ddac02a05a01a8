import { expect, it } from 'vitest';
import type { Position } from '#libs/ports/event-store/position.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { VisibleSubjectTies } from './visible-subject-ties.js';

const ties = (passed: boolean, hasActive = false, hasAccount = false) =>
  new VisibleSubjectTies(
    { hasActive: async () => hasActive },
    { hasAccount: async () => hasAccount },
    { head: async () => '0000000000000007' as Position },
    { waitFor: async (names) => passed && names.includes('api-keys') && names.includes('users') },
  );

it('a user is tied by keys that work and by an account, once the read model shows all that is in the log', async () => {
  expect(await ties(true).of('org_1', 'sub_1')).toBeUndefined();
  expect(await ties(true, true).of('org_1', 'sub_1')).toBe('active_keys');
  expect(await ties(true, false, true).of('org_1', 'sub_1')).toBe('account');
});

it('while the read models are behind nothing is said of keys or accounts, so that nothing is erased', async () => {
  expect((await rejectionOf(() => ties(false).of('org_1', 'sub_1'))).code).toBe('service_unavailable');
});
