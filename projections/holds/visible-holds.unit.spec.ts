import { expect, it } from 'vitest';
import type { Holdable } from '#libs/application/holds/legal-holds.port.js';
import type { Position } from '#libs/ports/event-store/position.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { VisibleHolds } from './visible-holds.js';

const thing: Holdable = {
  organizationId: 'org_1',
  resource: 'document',
  resourceId: 'doc_1',
  subject: 'sub_1',
  createdAt: '2026-11-21T08:00:00.000Z',
};
const head = '0000000000000007' as Position;
const held = { holdId: 'hold_1', liftedAt: undefined };

const wentBack = { reader: 'projection:holds', position: '0000000000000009' as Position, soundTo: head };

const holds = (passed: boolean, waitedFor: unknown[] = [], isReplaced = false) =>
  new VisibleHolds(
    { on: async () => held, onSubject: async () => held },
    { head: async () => head },
    {
      waitFor: async (names, position) => {
        waitedFor.push([names, position]);
        return passed;
      },
    },
    { replaced: async (names) => (isReplaced && names?.includes('holds') ? wentBack : undefined) },
  );

it('holds are read once the read model shows all that is in the log', async () => {
  const waitedFor: unknown[] = [];
  expect(await holds(true, waitedFor).on(thing)).toEqual(held);
  expect(waitedFor).toEqual([[['holds'], head]]);
});

it('holds on a subject are read once the read models of holds and of its documents show all that is in the log', async () => {
  const waitedFor: unknown[] = [];
  expect(await holds(true, waitedFor).onSubject('org_1', 'sub_1')).toEqual(held);
  expect(waitedFor).toEqual([[['holds', 'documents'], head]]);
  expect((await rejectionOf(() => holds(false).onSubject('org_1', 'sub_1'))).code).toBe('service_unavailable');
});

it('nothing is said of holds while the read model is behind, so that nothing is removed', async () => {
  expect((await rejectionOf(() => holds(false).on(thing))).code).toBe('service_unavailable');
});

it('nothing is said of holds while the read model is of a log that was lost, so that nothing is removed', async () => {
  expect((await rejectionOf(() => holds(true, [], true).on(thing))).code).toBe('service_unavailable');
  expect((await rejectionOf(() => holds(true, [], true).onSubject('org_1', 'sub_1'))).code).toBe('service_unavailable');
});
