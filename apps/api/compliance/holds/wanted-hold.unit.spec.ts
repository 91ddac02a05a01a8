import { describe, expect, it } from 'vitest';
import { rejectionOf } from '#test/fakes/rejected.js';
import { wantedHoldOf } from './wanted-hold.js';

const reason = 'Case 7';
const document = { resource: 'document', resource_id: 'doc_1' };
const period = { start: '2026-01-01', end: '2026-01-31' };
const targetOf = (body: object) => wantedHoldOf({ reason, ...body }).target;

describe('what is to be held', () => {
  it('a resource, a subject or a period can be held', () => {
    expect(wantedHoldOf({ reason, ...document })).toEqual({
      target: { kind: 'resource', resource: 'document', resourceId: 'doc_1' },
      reason,
    });
    expect(targetOf({ subject: { type: 'user', id: 'usr_01KAH3W7J4B2X8Y6Z5V9T0S1R2' } })).toEqual({
      kind: 'subject',
      type: 'user',
      id: 'usr_01KAH3W7J4B2X8Y6Z5V9T0S1R2',
    });
    expect(targetOf({ subject: { type: 'ip_address', id: '2001:DB8:0:0::1' } })).toEqual({
      kind: 'subject',
      type: 'ip_address',
      id: '2001:db8::1',
    });
  });

  it('a period of days ends with the last of them, and one of times before its end', () => {
    expect(targetOf({ period })).toEqual({
      kind: 'period',
      ...period,
      from: '2026-01-01T00:00:00.000Z',
      until: '2026-02-01T00:00:00.000Z',
    });
    expect(targetOf({ period: { start: '2026-01-01', end: '2026-01-01' } })).toMatchObject({
      until: '2026-01-02T00:00:00.000Z',
    });
    expect(targetOf({ period: { start: '2026-01-01T10:00:00Z', end: '2026-01-01T13:00:00+02:00' } })).toMatchObject({
      from: '2026-01-01T10:00:00.000Z',
      until: '2026-01-01T11:00:00.000Z',
    });
  });

  it.each([
    ['nothing to hold', { reason }, 'missing_required_field', 'resource'],
    ['no reason', document, 'missing_required_field', 'reason'],
    ['no id', { reason, resource: 'document' }, 'missing_required_field', 'resource_id'],
    ['no resource', { reason, resource_id: 'doc_1' }, 'missing_required_field', 'resource'],
    ['a subject without an id', { reason, subject: { type: 'user' } }, 'missing_required_field', 'subject.id'],
    ['two things to hold', { reason, ...document, period }, 'invalid_request', 'resource'],
    ['a subject and a period', { reason, subject: { type: 'user', id: 'a' }, period }, 'invalid_request', 'resource'],
    ['another resource', { reason, resource: 'report', resource_id: 'rep_1' }, 'invalid_request', 'resource'],
    ['another subject', { reason, subject: { type: 'key', id: 'a' } }, 'invalid_request', 'subject.type'],
    ['no address', { reason, subject: { type: 'ip_address', id: 'here' } }, 'invalid_request', 'subject.id'],
    [
      'a period backwards',
      { reason, period: { start: '2026-02-01', end: '2026-01-01' } },
      'invalid_request',
      'period.end',
    ],
    [
      'a period of no date',
      { reason, period: { start: 'then', end: '2026-01-01' } },
      'invalid_request',
      'period.start',
    ],
    ['a period that is none', { reason, period: 'January' }, 'invalid_request', 'period'],
  ])('a body with %s is refused', async (_, body, code, field) => {
    const refused = await rejectionOf(async () => wantedHoldOf(body));
    expect(refused).toMatchObject({ code, details: { [field]: [expect.any(String)] } });
  });

  it('a body is told all that it lacks at once, and what it may have misspelt', async () => {
    expect(await rejectionOf(async () => wantedHoldOf({}))).toMatchObject({
      code: 'missing_required_field',
      message: 'A required field is missing or empty: resource (where neither subject nor period is there), reason.',
      details: { resource: ['is required where neither subject nor period is there'], reason: ['is required'] },
    });
    expect((await rejectionOf(async () => wantedHoldOf({ resourse: 'document', raeson: 'a' }))).message).toMatch(
      /resourse is not known: did you mean resource\? raeson is not known: did you mean reason\?/,
    );
    expect((await rejectionOf(async () => wantedHoldOf({ resource: 'document', id: 'doc_1' }))).message).toBe(
      'A required field is missing or empty: resource_id (where resource is there), reason.',
    );
  });
});
