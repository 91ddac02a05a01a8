import { expect, it } from 'vitest';
import type { Position } from '#libs/ports/event-store/position.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { VisibleReports } from './visible-reports.js';

const head = '0000000000000009' as Position;
const asked: unknown[] = [];
const reports = (hasPassed: boolean) =>
  new VisibleReports(
    {
      generating: async () => ['rep_made'],
      ofOrganization: async (organizationId, ids) => {
        asked.push([organizationId, ids.length]);
        return ids.slice(0, 1);
      },
    },
    { head: async () => head },
    { waitFor: async (names, position) => hasPassed && names.includes('reports') && position === head },
  );

it('reports that are made and those with a file are found, some ids at a time', async () => {
  const ids = Array.from({ length: 1_500 }, (_, at) => `rep_${at}`);
  expect(await reports(true).generating('org_1')).toEqual(['rep_made']);
  expect(await reports(true).ofOrganization('org_1', ids)).toEqual(['rep_0', 'rep_1000']);
  expect(asked).toEqual([
    ['org_1', 1_000],
    ['org_1', 500],
  ]);
});

it('nothing is said of reports that are made by a read model that is behind the log', async () => {
  expect((await rejectionOf(() => reports(false).generating('org_1'))).code).toBe('service_unavailable');
});
