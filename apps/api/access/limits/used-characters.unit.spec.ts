import { expect, it } from 'vitest';
import type { Position } from '#libs/ports/event-store/position.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { UsedCharacters } from './used-characters.js';

/** A log whose head moves with each read, and read models that record when they are queried. */
const fixture = (catchesUp: boolean) => {
  const steps: string[] = [];
  let head = 0;
  const used = new UsedCharacters({
    eventStore: {
      head: async () => {
        head += 1;
        return String(head) as Position;
      },
    },
    progress: {
      waitFor: async (names, position) => {
        steps.push(`${names.join(', ')} at ${position}`);
        return catchesUp;
      },
    },
    queries: {
      inWork: async () => {
        steps.push('in work');
        return 400;
      },
      ofDay: async (_organizationId, day) => {
        steps.push(`of ${day}`);
        return 50;
      },
    },
  });
  return { used, steps };
};

it('documents in work are counted first, so that one that ends in between is not left out', async () => {
  const { used, steps } = fixture(true);
  expect(await used.ofDay('org_1', '2026-11-21')).toBe(450);
  expect(steps).toEqual(['documents, document-status at 1', 'in work', 'usage at 2', 'of 2026-11-21']);
});

it('the count fails rather than being too low', async () =>
  expect(await rejectionOf(() => fixture(false).used.ofDay('org_1', '2026-11-21'))).toMatchObject({
    code: 'service_unavailable',
    retryAfter: 5,
  }));

it('what is shown does not wait for the log, which may be away', async () => {
  const { used, steps } = fixture(false);
  expect(await used.shownOfDay('org_1', '2026-11-21')).toBe(450);
  expect(steps).toEqual(['in work', 'of 2026-11-21']);
});
