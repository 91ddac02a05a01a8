import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toNewEvents } from '#libs/event-sourcing/command-execution.js';
import type { Position } from '#libs/ports/event-store/position.js';
import { MemoryRateLimiter } from '#libs/ports/limits/memory/memory-rate-limiter.js';
import { MemorySlots } from '#libs/ports/limits/memory/memory-slots.js';
import { accessOfKey } from '#test/fakes/api-caller.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { invited } from '#test/fakes/user-events.js';
import { DirectoryFixture } from './access-directory.fixture.js';
import type { AccessDirectory } from './access-directory.js';
import { Admission, type Arrival } from './admission.js';
import type { NeededScopes } from './authenticate.js';
import { ConcurrencyLimits } from './limits/concurrency.js';
import { UnknownKeys } from './unknown-keys.js';

const address = '203.0.113.9';
const account = { organizationId: 'org_1', accountId: 'acc_1' };

/** The admission of a request that has just been admitted. */
const admitted = async (
  directory: Pick<AccessDirectory, 'find' | 'rightsNow' | 'findNew'>,
  hash: string,
  scope?: NeededScopes,
) => {
  const logger = pino({ level: 'silent' });
  const limitsOf = () => ({
    requestsPerMinute: 0,
    charactersPerDay: 0,
    concurrentRequests: 0,
    connections: 0,
    organizationFactor: 0,
  });
  const admission = new Admission({
    directory,
    limiter: new MemoryRateLimiter(),
    limitsOf,
    concurrency: new ConcurrencyLimits({ limitsOf, slots: new MemorySlots() }),
    unknownKeys: new UnknownKeys({ directory, logger }),
  });
  const arrival: Arrival = { id: 'req_1', caller: { address, access: undefined, window: undefined } };
  await admission.admitRequest(arrival, hash, { scope });
  const held = arrival.caller.admission;
  if (held === undefined) throw new Error('The request was not admitted');
  return held;
};

describe('what is asked again of a request that was admitted', { timeout: 30_000 }, () => {
  let fixture: DirectoryFixture;
  beforeEach(async () => {
    // Keys are rotated by the real time.
    fixture = new DirectoryFixture();
    fixture.now = Date.now();
    await fixture.change({ type: 'CreateOrganization', name: 'Acme', tier: 'pro' });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await fixture.stop();
  });

  const passes = (ms: number) => {
    fixture.now += ms;
    vi.useFakeTimers({ now: fixture.now, toFake: ['Date'] });
  };

  const write = async (id: string, events: Parameters<typeof toNewEvents>[1]) =>
    fixture.eventStore.append(id, toNewEvents(id, events, await fixture.metadata()), 'no-stream');

  const begunSession = async () => {
    const beganAt = new Date(fixture.now).toISOString();
    const expiresAt = new Date(fixture.now + 3_600_000).toISOString();
    const session = { ...account, sessionId: 'ses_1', tokenHash: 'token', generation: 0, expiresAt, beganAt } as const;
    await write('given', [
      { ...invited, data: { ...invited.data, ...account, role: 'owner' } },
      { type: 'SessionBegan', data: { ...session, method: 'password' } },
    ]);
  };

  const dayMs = 24 * 60 * 60 * 1_000;
  const causes: [string, (keyId: string) => Promise<unknown>, string][] = [
    ['a key that was revoked', (keyId) => fixture.revoke(keyId), '401 revoked_api_key'],
    ['a key that has expired', async () => passes(3 * dayMs), '401 expired_api_key'],
    [
      'a key that was rotated, once its grace is over',
      async (keyId) => {
        await fixture.rotate(keyId);
        passes(dayMs + 60_000);
      },
      '401 expired_api_key',
    ],
    [
      'a key of an organization that was suspended',
      () => fixture.change({ type: 'SuspendOrganization' }),
      '403 organization_suspended',
    ],
  ];
  it.each(causes)('%s', async (_cause, end, expected) => {
    const { keyId, secretHash } = await fixture.create({ expiresAt: new Date(fixture.now + 2 * dayMs).toISOString() });
    const directory = await fixture.started();
    const { assertStands } = await admitted(directory, secretHash, 'translate');
    expect(assertStands).not.toThrow();
    await end(keyId);
    await directory.applyWritten();
    const { status, code } = await rejectionOf(assertStands);
    expect(`${status} ${code}`).toBe(expected);
  });

  const at = '2026-11-29T08:00:00.000Z';
  const change = { ...account, subject: invited.data.subject, sealedUser: 'sealed', nameChanged: false, changedAt: at };
  const endsOfSessions: [string, () => Promise<unknown>, string][] = [
    [
      'a session that has ended',
      () => write('end', [{ type: 'SessionEnded', data: { ...account, sessionId: 'ses_1', endedAt: at } }]),
      'invalid_credentials',
    ],
    [
      'a session of a user whose role was changed',
      () =>
        write('role', [
          { type: 'UserChanged', data: { ...change, generation: 1, role: 'auditor', previousRole: 'owner' } },
        ]),
      'invalid_credentials',
    ],
    [
      'a session of a user who was deleted',
      () =>
        write('gone', [{ type: 'UserDeleted', data: { ...account, subject: invited.data.subject, deletedAt: at } }]),
      'invalid_credentials',
    ],
    [
      'a session of an organization that was suspended',
      () => fixture.change({ type: 'SuspendOrganization' }),
      'organization_suspended',
    ],
  ];
  it.each(endsOfSessions)('%s', async (_cause, end, expected) => {
    await begunSession();
    const directory = await fixture.started();
    const { assertStands } = await admitted(directory, 'session:token', 'keys:manage');
    expect(assertStands).not.toThrow();
    await end();
    await directory.applyWritten();
    expect(await rejectionOf(assertStands)).toMatchObject({ code: expected });
  });

  it.each([
    ['fewer scopes', { scopes: ['detect' as const] }, 'insufficient_scope'],
    ['another allowlist', { ipAllowlist: ['198.51.100.0/24'] }, 'ip_not_allowed'],
  ])('a key that was narrowed: %s', async (_how, narrowed, expected) => {
    let access = accessOfKey();
    const directory = { find: () => access, rightsNow: () => access, findNew: async () => undefined };
    const { assertStands } = await admitted(directory, 'hash', 'translate');
    expect(assertStands).not.toThrow();
    access = accessOfKey(narrowed);
    expect(await rejectionOf(assertStands)).toMatchObject({ code: expected });
  });

  it('a key that this node knows nothing of any more, and any while it is behind the log', async () => {
    const grant = await fixture.create();
    const directory = await fixture.started();
    const { assertStands } = await admitted(directory, grant.secretHash);
    vi.spyOn(directory, 'rightsNow').mockReturnValueOnce(undefined);
    expect(await rejectionOf(assertStands)).toMatchObject({ code: 'invalid_api_key' });
    vi.spyOn(fixture.eventStore, 'readAll').mockRejectedValue(new Error('away'));
    directory.learn(`${await fixture.head()}~` as Position);
    fixture.now += 2_000;
    expect(await rejectionOf(assertStands)).toMatchObject({ code: 'service_unavailable' });
  });

  it('asking again reads nothing and is no use of the key', async () => {
    const grant = await fixture.create();
    const directory = await fixture.started();
    const { assertStands } = await admitted(directory, grant.secretHash);
    const uses = fixture.used.length;
    const readAll = vi.spyOn(fixture.eventStore, 'readAll');
    for (let time = 0; time < 10; time += 1) assertStands();
    expect(fixture.used).toHaveLength(uses);
    expect(readAll).not.toHaveBeenCalled();
  });
});
