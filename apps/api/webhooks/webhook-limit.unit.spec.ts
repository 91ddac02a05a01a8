import { describe, expect, it } from 'vitest';
import { rejectionOf } from '#test/fakes/rejected.js';
import { maxWebhooks, WebhookLimit } from './webhook-limit.js';

const limitAt = (start: number) => {
  let made = start;
  const waited: string[][] = [];
  const limit = new WebhookLimit(
    { count: async () => made },
    { visibleIn: async (...projections) => void waited.push(projections) },
  );
  const make = () =>
    limit.within('org_1', async () => {
      made += 1;
      return made;
    });
  return { make, waited };
};

describe('the number of webhooks', () => {
  it('the last one that there is room for is made, once one’s own writes are counted', async () => {
    const { make, waited } = limitAt(maxWebhooks - 1);
    expect(await make()).toBe(maxWebhooks);
    expect(waited).toEqual([['webhooks']]);
  });

  it('one more is a conflict that names the limit', async () => {
    const { make } = limitAt(maxWebhooks);
    expect(await rejectionOf(make)).toMatchObject({ code: 'conflict', details: { limit: 16 } });
  });

  it('of several at once, as many are made as there is room for', async () => {
    const { make } = limitAt(maxWebhooks - 2);
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, make));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  });
});
