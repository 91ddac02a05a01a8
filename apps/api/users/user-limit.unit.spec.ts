import { expect, it } from 'vitest';
import { rejectionOf } from '#test/fakes/rejected.js';
import { UserLimit } from './user-limit.js';

/** A limit over so many users, each of whom takes a turn of the event loop to count and to invite. */
const limitOver = (users: number) => {
  const turn = () => new Promise(setImmediate);
  const state = { users };
  const countUsers = async () => {
    await turn();
    return state.users;
  };
  const limit = new UserLimit({ countUsers });
  const invite = async () => {
    await turn();
    state.users += 1;
  };
  return { state, limit, invite };
};

it('a user is invited while there are fewer than 10,000, and then it is a conflict', async () => {
  const { state, limit, invite } = limitOver(9_999);
  await limit.within('org_1', invite);
  const rejection = await rejectionOf(() => limit.within('org_1', invite));
  expect(rejection).toMatchObject({ code: 'conflict', status: 409, details: { limit: 10_000 } });
  expect(state.users).toBe(10_000);
});

it('of many invited at once no more succeed than there is room for, and a failure holds up none behind it', async () => {
  const { state, limit, invite } = limitOver(9_990);
  const failing = expect(limit.within('org_1', () => Promise.reject(new Error('The log is away')))).rejects.toThrow(
    'away',
  );
  const invited = await Promise.allSettled(Array.from({ length: 50 }, () => limit.within('org_1', invite)));
  await failing;
  expect(invited.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  expect(state.users).toBe(10_000);
});
