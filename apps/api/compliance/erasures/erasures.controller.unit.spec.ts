import { beforeEach, describe, expect, it } from 'vitest';
import { RequestErasure } from '#libs/application/erasures/request-erasure.handler.js';
import type { ErasureRecord } from '#projections/erasures/erasures.queries.js';
import { accessOfKey } from '#test/fakes/api-caller.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { requestOf } from '#test/fakes/http-exchange.js';
import { RecordedCommands } from '#test/fakes/recorded-commands.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { validated } from '../../http/validation.js';
import { ErasuresController } from './erasures.controller.js';
import { RequestErasureBody } from './erasures.dto.js';

const { organizationId } = accessOfKey();
const id = 'era_01KAH3W7J4B2X8Y6Z5V9T0S1R2';
const record: ErasureRecord = {
  id,
  subject_ref: 'sub_1',
  status: 'pending',
  entries_affected: null,
  requested_at: '2026-11-23T08:00:00.000Z',
  completed_at: null,
  exports: { count: 2, last_at: '2026-11-22T08:00:00.000Z' },
};

let commands: RecordedCommands;
let waitedFor: string[][];

beforeEach(() => {
  commands = new RecordedCommands(id);
  waitedFor = [];
});

const controller = () =>
  new ErasuresController(
    commands.asCommands,
    {
      list: async (_organization, page) => ({
        erasures: [record],
        pagination: { ...page, total: 1, has_more: false, next_cursor: null },
      }),
      find: async (organization, erasureId) =>
        organization === organizationId && erasureId === id ? record : undefined,
    },
    { visibleIn: async (...projections) => void waitedFor.push(projections) },
  );
const bodyOf = (type: 'user' | 'ip_address', subjectId: string) => ({
  subject: { type, id: subjectId },
  reason: 'Request 7',
});

describe('POST /v1/compliance/erasures', () => {
  it('an erasure is requested, and shown as every reader will see it', async () => {
    expect(await controller().request(requestOf(), bodyOf('user', 'usr_01KAH3W7J4B2X8Y6Z5V9T0S1R2'))).toEqual(record);
    expect(commands.sent).toEqual([
      new RequestErasure({ type: 'user', id: 'usr_01KAH3W7J4B2X8Y6Z5V9T0S1R2' }, 'Request 7', uploaderMetadata),
    ]);
    expect(waitedFor).toEqual([['erasures', 'audit-exports']]);
  });

  it('an address is erased in any writing, and what is none, or no subject, is refused', async () => {
    await controller().request(requestOf(), bodyOf('ip_address', '2001:DB8:0::1'));
    expect(commands.sent[0]).toMatchObject({ subject: { id: '2001:db8::1' } });
    for (const body of [bodyOf('ip_address', 'ada'), bodyOf('robot' as 'user', 'x'), bodyOf('user', '')])
      expect((await rejectionOf(() => controller().request(requestOf(), body))).code).toMatch(
        /^(invalid_request|missing_required_field)$/,
      );
    expect(commands.sent).toHaveLength(1);
  });
});

it('an erasure with a field that is not known is refused, not done', async () => {
  const onTrial = { ...bodyOf('user', 'usr_01KAH3W7J4B2X8Y6Z5V9T0S1R2'), dry_run: true };
  const { details } = await rejectionOf(() => validated(RequestErasureBody, onTrial));
  expect(details).toEqual({ dry_run: ['is not known; there are subject, reason'] });
});

describe('GET /v1/compliance/erasures', () => {
  it('erasures are listed and shown, own writes included', async () => {
    expect(await controller().list(requestOf(), {})).toMatchObject({ erasures: [record], pagination: { total: 1 } });
    expect(await controller().get(requestOf(), id)).toEqual(record);
    expect(waitedFor).toEqual([
      ['erasures', 'audit-exports'],
      ['erasures', 'audit-exports'],
    ]);
  });

  it.each(['era_01KAH3W7J4B2X8Y6Z5V9T0S1R3', 'era_1', 'a\0b'])('an erasure is not found: %j', async (unknown) => {
    expect((await rejectionOf(() => controller().get(requestOf(), unknown))).code).toBe('not_found');
  });

  it('an erasure of another organization is not found', async () => {
    const foreign = requestOf({}, { access: accessOfKey({ organizationId: 'org_2' }) });
    expect((await rejectionOf(() => controller().get(foreign, id))).code).toBe('not_found');
  });
});
