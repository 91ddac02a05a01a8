import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Foundation, openFoundation } from '#libs/engines/foundation.js';
import { type ProcessFixture, processFixture } from '#libs/engines/process/process.fixture.js';
import { ensureFirstKey } from './first-key.js';
import { logWarning } from './log-warning.js';

describe('the look at the log before a start', () => {
  let fixture: ProcessFixture;
  let foundation: Foundation;
  beforeEach(async () => {
    fixture = await processFixture('api');
    foundation = await openFoundation(fixture.options.settings, { role: 'test', poolSize: 2 });
  });
  afterEach(async () => {
    await foundation.close();
    await fixture.close();
  });

  const passed = (position: string) =>
    foundation.pool.query(
      `insert into projection.checkpoint (name, version, position, fencing_token, state, updated_at)
       values ('api-keys', 1, $1, 1, 'running', now())`,
      [position],
    );

  it('says nothing of a log that holds what its readers have passed', async () => {
    await ensureFirstKey(fixture.options.settings);
    await passed(await foundation.eventStore.head());
    expect(await logWarning(fixture.options.settings)).toBeUndefined();
  });

  it.each([
    ['beyond its end', '0000000000000009999'],
    ['of another engine', `${'7'.padStart(20, '0')}/${'7'.padStart(20, '0')}`],
  ])(
    'names the reader whose place is %s, and the command; the first key is made all the same',
    async (_what, place) => {
      await passed(place);
      expect(await ensureFirstKey(fixture.options.settings)).toMatch(/^tl_live_/);
      expect(await logWarning(fixture.options.settings)).toMatch(
        new RegExp(`^! .*projection:api-keys has passed, up to ${place}\\. .*EVENTSTORE_URL.* log adopt$`),
      );
    },
  );
});
