import { beforeEach, describe, expect, it } from 'vitest';
import { LiftHold } from '#libs/application/holds/lift-hold.handler.js';
import { PlaceHold } from '#libs/application/holds/place-hold.handler.js';
import type { HoldRecord } from '#projections/holds/holds.queries.js';
import { accessOfKey } from '#test/fakes/api-caller.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { requestOf } from '#test/fakes/http-exchange.js';
import { RecordedCommands } from '#test/fakes/recorded-commands.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { HoldsController } from './holds.controller.js';

const { organizationId } = accessOfKey();
const id = 'hold_01KAH3W7J4B2X8Y6Z5V9T0S1R2';
const record: HoldRecord = {
  id,
  resource: 'document',
  resource_id: 'doc_1',
  subject: null,
  period: null,
  reason: 'Case 7',
  placed_by: 'usr_1',
  placed_at: '2026-11-21T08:00:00.000Z',
  lifted_at: null,
};

let commands: RecordedCommands;
let waitedFor: string[][];

beforeEach(() => {
  commands = new RecordedCommands(id);
  waitedFor = [];
});

const controller = (active = 0) =>
  new HoldsController(
    commands.asCommands,
    {
      list: async (_organization, page) => ({
        holds: [record],
        pagination: { ...page, total: 1, has_more: false, next_cursor: null },
      }),
      find: async (organization, holdId) => (organization === organizationId && holdId === id ? record : undefined),
      active: async () => active,
    },
    { visibleIn: async (...projections) => void waitedFor.push(projections) },
  );
const body = { resource: 'document', resource_id: 'doc_1', reason: 'Case 7' };
const target = { kind: 'resource', resource: 'document', resourceId: 'doc_1' } as const;

describe('POST /v1/compliance/holds', () => {
  it('a hold is placed, and shown as every reader will see it', async () => {
    expect(await controller().place(requestOf(), body)).toEqual(record);
    expect(commands.sent).toEqual([new PlaceHold(target, 'Case 7', uploaderMetadata)]);
    expect(waitedFor).toEqual([['holds'], ['holds']]);
  });

  it('a wrong body, or one more than the most active holds, places nothing', async () => {
    expect((await rejectionOf(() => controller().place(requestOf(), { reason: 'x' }))).code).toBe(
      'missing_required_field',
    );
    expect((await rejectionOf(() => controller(1_000).place(requestOf(), body))).code).toBe('conflict');
    expect(commands.sent).toEqual([]);
  });
});

describe('GET /v1/compliance/holds', () => {
  it('holds are listed and shown, own writes included', async () => {
    expect(await controller().list(requestOf(), {})).toMatchObject({ holds: [record], pagination: { total: 1 } });
    expect(await controller().get(requestOf(), id)).toEqual(record);
    expect(waitedFor).toEqual([['holds'], ['holds']]);
  });

  it.each(['hold_01KAH3W7J4B2X8Y6Z5V9T0S1R3', 'hold_1', 'a\0b'])('a hold is not found: %j', async (unknown) => {
    expect((await rejectionOf(() => controller().get(requestOf(), unknown))).code).toBe('not_found');
  });

  it('a hold of another organization is not found', async () => {
    const foreign = requestOf({}, { access: accessOfKey({ organizationId: 'org_2' }) });
    expect((await rejectionOf(() => controller().get(foreign, id))).code).toBe('not_found');
  });
});

describe('DELETE /v1/compliance/holds/:id', () => {
  it('a hold is lifted, and shown as it is then', async () => {
    expect(await controller().lift(requestOf(), id)).toEqual(record);
    expect(commands.sent).toEqual([new LiftHold(id, uploaderMetadata)]);
  });
});
