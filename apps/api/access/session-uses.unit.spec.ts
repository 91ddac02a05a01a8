import { pino } from 'pino';
import { expect, it } from 'vitest';
import { InMemoryAccounts } from '#test/fakes/in-memory-accounts.js';
import type { KnownSession } from './known-users.js';
import { idleMs, SessionUses } from './session-uses.js';

const logger = pino({ level: 'silent' });
const session = (): KnownSession => ({ id: 'ses_1', usedAt: 0 }) as KnownSession;

it('a session ends once it was used on no node for half an hour', async () => {
  const accounts = new InMemoryAccounts();
  const [one, other] = [session(), session()];
  const [here, there] = [new SessionUses({ accounts, logger }), new SessionUses({ accounts, logger })];
  expect(await here.use(one, idleMs - 1)).toBe(true);
  await here.store();
  expect(await there.use(other, idleMs)).toBe(true);
  expect(await there.use(other, 2 * idleMs - 2)).toBe(true);
  expect(await here.use(session(), 3 * idleMs)).toBe(false);
});

it('what could not be stored is stored later', async () => {
  const accounts = new InMemoryAccounts();
  let isAway = true;
  const noteUses: typeof accounts.noteUses = async (uses) => {
    if (isAway) throw new Error('The database is away');
    return accounts.noteUses(uses);
  };
  const uses = new SessionUses({ accounts: { noteUses, lastUse: (id) => accounts.lastUse(id) }, logger });
  await uses.use(session(), 100_000);
  await expect(uses.store()).rejects.toThrow('away');
  isAway = false;
  await uses.stop();
  expect(accounts.uses.get('ses_1')).toBe(100_000);
});
