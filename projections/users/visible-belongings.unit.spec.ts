import { expect, it } from 'vitest';
import type { Position } from '#libs/ports/event-store/position.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { VisibleBelongings } from './visible-belongings.js';

const belongings = (passed: readonly string[]) =>
  new VisibleBelongings(
    { activeOf: async () => [{ id: 'key_1', scopes: ['translate'] }] },
    { openInvites: async () => ['acc_1'], accountOf: async () => 'acc_1' },
    { head: async () => '0000000000000007' as Position },
    { waitFor: async (names) => names.every((name) => passed.includes(name)) },
  );

it('keys, invites and accounts are told once the read models show all that is in the log, and not before', async () => {
  const known = belongings(['api-keys', 'users']);
  expect(await known.keysOf('org_1', 'sub_1')).toEqual([{ id: 'key_1', scopes: ['translate'] }]);
  expect(await known.invitesOf('org_1', 'sub_1')).toEqual(['acc_1']);
  expect(await known.accountOf('org_1', 'sub_1')).toBe('acc_1');
  const unknown = belongings([]);
  expect((await rejectionOf(() => unknown.keysOf('org_1', 'sub_1'))).code).toBe('service_unavailable');
  expect((await rejectionOf(() => unknown.invitesOf('org_1', 'sub_1'))).code).toBe('service_unavailable');
  expect((await rejectionOf(() => unknown.accountOf('org_1', 'sub_1'))).code).toBe('service_unavailable');
});
