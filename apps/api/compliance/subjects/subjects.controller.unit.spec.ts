import { beforeEach, describe, expect, it } from 'vitest';
import type { PageRequest } from '#libs/read-side/read-models/page.js';
import type { KeptUserRecord } from '#projections/users/users.queries.js';
import { requestOf } from '#test/fakes/http-exchange.js';
import { InMemoryAccounts } from '#test/fakes/in-memory-accounts.js';
import { recordedActs } from '#test/fakes/recorded-acts.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { type KnownSubject, SubjectRecords } from './subject-records.js';
import { SubjectsController } from './subjects.controller.js';

const ada = 'usr_01KAH3W7J4B2X8Y6Z5V9T0S1R2';
const pagination = { total: 0, limit: 100, offset: 0, has_more: false, next_cursor: null };
let asked: unknown[];
let waitedFor: string[][];
let acts: Awaited<ReturnType<typeof recordedActs>>;
let accounts: InMemoryAccounts;
let account: KeptUserRecord | undefined;

beforeEach(async () => {
  asked = [];
  waitedFor = [];
  acts = await recordedActs();
  accounts = new InMemoryAccounts();
  account = undefined;
});

const answer = (what: string) => async (organizationId: string, of: unknown, page: PageRequest) => {
  asked.push([what, organizationId, of, page.limit]);
  return { [what]: [], pagination } as never;
};
const began = '2026-11-21T08:00:00.000Z';
const begun = (id: string) => ({ id, began_at: began, expires_at: '2026-11-21T20:00:00.000Z', ended_at: null });
const ofAda: KeptUserRecord = {
  ...{ id: ada, email: 'ada@example.com', name: 'Ada', role: 'auditor', status: 'active' },
  ...{ invite_expires_at: null, account_id: 'acc_ada', created_at: began, deleted_at: null },
};
const controller = () =>
  new SubjectsController(
    new SubjectRecords({
      auditLog: { list: answer('entries') },
      documents: { ofSubject: answer('documents') },
      apiKeys: { listOf: answer('api_keys') },
      holds: { listOf: answer('holds') },
      exports: { listOf: answer('exports') },
      users: { accountOf: async () => account?.account_id, everOf: async () => account },
      sessions: {
        listOf: async (organizationId, accountId, page) => {
          asked.push(['sessions', organizationId, accountId, page.limit]);
          return { sessions: [begun('ses_2'), begun('ses_1')], pagination };
        },
      },
      accounts,
    }),
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
    const subject = await subjectOf('user', ada);
    const sections = ['entries', 'documents', 'api_keys', 'holds', 'exports'] as const;
    for (const section of sections)
      expect(await controller().data(request(), 'user', ada, { section, limit: '7' })).toEqual({
        subject: { type: 'user', id: ada },
        subject_ref: subject,
        section,
        [section]: [],
        pagination,
      });
    expect(asked).toEqual([
      ['entries', organizationId, { userId: ada }, 7],
      ['documents', organizationId, subject, 7],
      ['api_keys', organizationId, subject, 7],
      ['holds', organizationId, subject, 7],
      ['exports', organizationId, subject, 7],
    ]);
    expect(waitedFor).toEqual([['audit-log'], ['documents'], ['api-keys'], ['holds'], ['audit-exports']]);
    const fact = { type: 'SubjectDataRead', data: { organizationId, keyId, subjectType: 'user', subject } };
    expect(acts.facts()).toEqual(Array(5).fill(fact));
  });

  it('a user has an account with its issuers, and sessions with their last uses', async () => {
    await subjectOf('user', ada);
    account = ofAda;
    const identity = { identityId: 'idn_1', accountId: 'acc_ada', organizationId: acts.access.organizationId };
    await accounts.reserveIdentity(identity, { issuer: 'https://id.example', subject: 'ada-at-id' });
    await accounts.noteUses([['ses_2', Date.parse('2026-11-21T09:00:00Z')]]);
    const read = (section: 'account' | 'sessions') => controller().data(request(), 'user', ada, { section });
    expect(await read('account')).toMatchObject({
      account: { ...ofAda, issuers: ['https://id.example'] },
      pagination: { total: 1, has_more: false },
    });
    expect((await read('sessions')).sessions).toEqual([
      { ...begun('ses_2'), last_used_at: '2026-11-21T09:00:00.000Z' },
      { ...begun('ses_1'), last_used_at: null },
    ]);
    expect(asked).toEqual([['sessions', acts.access.organizationId, 'acc_ada', 100]]);
    expect(waitedFor).toEqual([['users'], ['users', 'sessions']]);
  });

  it('who never had an account has none, and no sessions; a single record has no second page', async () => {
    await subjectOf('user', ada);
    const read = (section: 'account' | 'sessions', cursor?: string) =>
      controller().data(request(), 'user', ada, { section, ...(cursor !== undefined && { cursor }) });
    expect(await read('account')).toMatchObject({ account: null, pagination: { total: 0 } });
    expect(await read('sessions')).toMatchObject({ sessions: [], pagination: { total: 0 } });
    expect((await rejectionOf(() => read('account', 'WyJhY2NvdW50Il0'))).code).toBe('invalid_request');
  });

  it('an address is the same in any writing, and its entries are the first section', async () => {
    await subjectOf('ip_address', '2001:db8::1');
    const { subject, section } = await controller().data(request(), 'ip_address', '2001:DB8:0::0001', {});
    expect([subject, section]).toEqual([{ type: 'ip_address', id: '2001:db8::1' }, 'entries']);
    expect(asked[0]).toMatchObject(['entries', acts.access.organizationId, { ipAddress: '2001:db8::1' }, 100]);
  });

  it.each([
    ['user', 'usr_01KAH3W7J4B2X8Y6Z5V9T0S1R3', 'not_found'],
    ['robot', ada, 'not_found'],
    ['email', 'ada@example.com', 'not_found'],
    ['ip_address', 'ada', 'invalid_request'],
  ])('a subject that nobody knows is refused, and nothing is read: %s %s', async (type, id, code) => {
    expect((await rejectionOf(() => controller().data(request(), type, id, {}))).code).toBe(code);
    expect(asked).toEqual([]);
    expect(acts.facts()).toEqual([]);
  });
});
