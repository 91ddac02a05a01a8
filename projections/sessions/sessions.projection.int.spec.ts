import { afterAll, beforeAll, expect, it } from 'vitest';
import { EventLog, ReadModelFixture } from '../read-model.fixture.js';
import { sessions } from './sessions.projection.js';

let fixture: ReadModelFixture;
beforeAll(async () => {
  fixture = await ReadModelFixture.open();
});
afterAll(() => fixture.close());

it('a session is kept with its end', async () => {
  const log = new EventLog();
  const at = '2026-11-21T08:00:00.000Z';
  const ids = { organizationId: 'org_a', sessionId: 'ses_1', accountId: 'acc_1' };
  const rest = { tokenHash: 'hash', generation: 1, method: 'password', expiresAt: at, beganAt: at } as const;
  await fixture.given([sessions], [log.event('SessionBegan', { ...ids, ...rest })]);
  const read = () =>
    fixture.dataSource.query('select id, account_id, token_hash, generation, ended_at from read_model.user_session');
  const row = { id: 'ses_1', account_id: 'acc_1', token_hash: 'hash', generation: 1, ended_at: null };
  expect(await read()).toEqual([row]);
  await fixture.given([sessions], [log.event('SessionEnded', { ...ids, endedAt: at })]);
  expect(await read()).toEqual([{ ...row, ended_at: at }]);
});
