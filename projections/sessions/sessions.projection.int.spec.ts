import { afterAll, beforeAll, expect, it } from 'vitest';
import { EventLog, ReadModelFixture } from '../read-model.fixture.js';
import { sessions } from './sessions.projection.js';
import { SessionQueries } from './sessions.queries.js';

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

it('sessions that were ended together are kept with that end', async () => {
  await fixture.empty('user_session');
  const log = new EventLog();
  const at = '2026-11-21T08:00:00.000Z';
  const of = { organizationId: 'org_a', accountId: 'acc_1' };
  const began = (sessionId: string) =>
    log.event('SessionBegan', {
      ...{ ...of, sessionId, tokenHash: `hash of ${sessionId}`, generation: 1 },
      ...{ method: 'password', expiresAt: at, beganAt: at },
    });
  const data = { ...of, subject: 'sub_1', sessionIds: ['ses_1', 'ses_2'], endedAt: at };
  const ended = log.event('UserSessionsEnded', data);
  await fixture.given([sessions], [began('ses_1'), began('ses_2'), began('ses_3'), ended]);
  const rows = await fixture.dataSource.query('select id, ended_at from read_model.user_session order by id');
  expect(rows.map((row: { ended_at: string | null }) => row.ended_at)).toEqual([at, at, null]);
});

it('sessions of an account are listed newest first, in pages, without their tokens', async () => {
  await fixture.empty('user_session');
  const log = new EventLog();
  const expiresAt = '2026-11-22T08:00:00.000Z';
  const began = (number: number, accountId: string, organizationId = 'org_a') =>
    log.event('SessionBegan', {
      ...{ organizationId, accountId, sessionId: `ses_${number}`, tokenHash: `hash ${number}`, generation: 1 },
      ...{ method: 'password', expiresAt, beganAt: `2026-11-21T08:00:0${number}.000Z` },
    });
  await fixture.given(
    [sessions],
    [began(1, 'acc_1'), began(2, 'acc_2'), began(3, 'acc_1'), began(4, 'acc_1', 'org_b')],
  );
  const queries = new SessionQueries(fixture.dataSource);
  const shown = (number: number) => ({
    ...{ id: `ses_${number}`, began_at: `2026-11-21T08:00:0${number}.000Z`, expires_at: expiresAt, ended_at: null },
  });
  const first = await queries.listOf('org_a', 'acc_1', { limit: 1, offset: 0 });
  expect(first).toMatchObject({ sessions: [shown(3)], pagination: { total: 2, has_more: true } });
  const cursor = `${first.pagination.next_cursor}`;
  const second = await queries.listOf('org_a', 'acc_1', { limit: 1, offset: 0, cursor });
  expect(second.sessions).toEqual([shown(1)]);
});
