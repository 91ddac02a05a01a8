import { beforeEach, describe, expect, it } from 'vitest';
import type { PageRequest } from '#libs/read-side/read-models/page.js';
import { requestOf } from '#test/fakes/http-exchange.js';
import { recordedActs } from '#test/fakes/recorded-acts.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { type KnownSubject, SubjectRecords } from './subject-records.js';
import { SubjectsController } from './subjects.controller.js';

const pagination = { total: 0, limit: 100, offset: 0, has_more: false, next_cursor: null };
let asked: unknown[];
let waitedFor: string[][];
let acts: Awaited<ReturnType<typeof recordedActs>>;

beforeEach(async () => {
  asked = [];
  waitedFor = [];
  acts = await recordedActs();
});

const answer = (what: string) => async (organizationId: string, of: unknown, page: PageRequest) => {
  asked.push([what, organizationId, of, page.limit]);
  return { [what]: [], pagination } as never;
};
const controller = () =>
  new SubjectsController(
    new SubjectRecords(
      { list: answer('entries') },
      { ofSubject: answer('documents') },
      { listOf: answer('api_keys') },
      { listOf: answer('holds') },
    ),
    acts.recorder,
    acts.subjectKeys,
    { visibleIn: async (...projections) => void waitedFor.push(projections) },
  );
const request = () => requestOf({}, { access: acts.access });
const subjectOf = (type: KnownSubject['type'], id: string) =>
  acts.subjectKeys.subjectFor(acts.access.organizationId, id, type);

describe('GET /v1/compliance/subjects/:type/:subject/data', () => {
  it('each section is read by the reference of the subject, own writes included, and each look is an act', async () => {
    const { organizationId, keyId } = acts.access;
    const subject = await subjectOf('user', 'usr_ada');
    for (const section of ['entries', 'documents', 'api_keys', 'holds'] as const)
      expect(await controller().data(request(), 'user', 'usr_ada', { section, limit: '7' })).toEqual({
        subject: { type: 'user', id: 'usr_ada' },
        subject_ref: subject,
        section,
        [section]: [],
        pagination,
      });
    expect(asked).toEqual([
      ['entries', organizationId, { userId: 'usr_ada' }, 7],
      ['documents', organizationId, subject, 7],
      ['api_keys', organizationId, subject, 7],
      ['holds', organizationId, subject, 7],
    ]);
    expect(waitedFor).toEqual([['audit-log'], ['documents'], ['api-keys'], ['holds']]);
    const fact = { type: 'SubjectDataRead', data: { organizationId, keyId, subjectType: 'user', subject } };
    expect(acts.facts()).toEqual(Array(4).fill(fact));
  });

  it('an address is the same in any writing, and its entries are the first section', async () => {
    await subjectOf('ip_address', '2001:db8::1');
    const { subject, section } = await controller().data(request(), 'ip_address', '2001:DB8:0::0001', {});
    expect([subject, section]).toEqual([{ type: 'ip_address', id: '2001:db8::1' }, 'entries']);
    expect(asked[0]).toMatchObject(['entries', acts.access.organizationId, { ipAddress: '2001:db8::1' }, 100]);
  });

  it.each([
    ['user', 'usr_nobody', 'not_found'],
    ['robot', 'usr_ada', 'not_found'],
    ['email', 'ada@example.com', 'not_found'],
    ['ip_address', 'ada', 'invalid_request'],
  ])('a subject that nobody knows is refused, and nothing is read: %s %s', async (type, id, code) => {
    expect((await rejectionOf(() => controller().data(request(), type, id, {}))).code).toBe(code);
    expect(asked).toEqual([]);
    expect(acts.facts()).toEqual([]);
  });
});
