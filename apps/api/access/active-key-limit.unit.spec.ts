import { describe, expect, it } from 'vitest';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { ActiveKeyLimit } from './active-key-limit.js';

/** Nodes that count in one log; each count and each key takes a turn of the event loop. */
const nodesWith = (keys: number, nodes = 1) => {
  const turn = () => new Promise(setImmediate);
  const state = { keys };
  const limits = Array.from(
    { length: nodes },
    () =>
      new ActiveKeyLimit({
        countActive: async () => {
          await turn();
          return state.keys;
        },
      }),
  );
  const make = async () => {
    await turn();
    state.keys += 1;
  };
  return { state, limits, make };
};

describe('the active keys of an organization', () => {
  it('a key is made while there are fewer than 1,000, and then it is a conflict', async () => {
    const { state, limits, make } = nodesWith(999);
    await limits[0]?.within('org_1', make);
    const rejection = await rejectionOf(() => limits[0]?.within('org_1', make));
    expect(rejection).toMatchObject({ code: 'conflict', status: 409, details: { limit: 1_000 } });
    expect(state.keys).toBe(1_000);
  });

  it('of many made at once on one node no more succeed than there is room for', async () => {
    const { state, limits, make } = nodesWith(990);
    const made = await Promise.allSettled(Array.from({ length: 50 }, () => limits[0]?.within('org_1', make)));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect(state.keys).toBe(1_000);
  });

  it('of many made at once on several nodes at most one more for each other node succeeds', async () => {
    const { state, limits, make } = nodesWith(990, 3);
    await Promise.allSettled(Array.from({ length: 60 }, (_, index) => limits[index % 3]?.within('org_1', make)));
    expect(state.keys).toBeGreaterThanOrEqual(1_000);
    expect(state.keys).toBeLessThanOrEqual(1_002);
  });

  it('a key that could not be made holds up none behind it', async () => {
    const { state, limits, make } = nodesWith(0);
    const failing = limits[0]?.within('org_1', async () => {
      throw new Rejection('insufficient_scope');
    });
    const next = limits[0]?.within('org_1', make);
    expect((await rejectionOf(() => failing)).code).toBe('insufficient_scope');
    await next;
    expect(state.keys).toBe(1);
  });
});
