import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { beforeRoles } from './before-roles.js';
import { type FoundationFixture, foundationFixture } from './foundation.fixture.js';

describe('the look at the log before a start', () => {
  let fixture: FoundationFixture;
  beforeEach(async () => {
    fixture = await foundationFixture();
  });
  afterEach(() => fixture.close());

  const passed = (position: string) =>
    fixture.foundation.pool.query(
      `insert into projection.checkpoint (name, version, position, fencing_token, state, updated_at)
       values ('api-keys', 1, $1, 1, 'running', now())`,
      [position],
    );

  it('says nothing of a log that holds what its readers have passed', async () => {
    await beforeRoles(fixture.settings);
    await passed(await fixture.foundation.eventStore.head());
    expect((await beforeRoles(fixture.settings)).warning).toBeUndefined();
  });

  it.each([
    ['beyond its end', '0000000000000009999'],
    ['of another engine', `${'7'.padStart(20, '0')}/${'7'.padStart(20, '0')}`],
  ])(
    'names the reader whose place is %s, and the command; the first key is made all the same',
    async (_what, place) => {
      await passed(place);
      const { firstKey, warning } = await beforeRoles(fixture.settings);
      expect(firstKey.from).toBe('made');
      expect(warning).toMatch(
        new RegExp(`^! .*projection:api-keys has passed, up to ${place}\\. .*EVENTSTORE_URL.* log adopt$`),
      );
    },
  );
});
