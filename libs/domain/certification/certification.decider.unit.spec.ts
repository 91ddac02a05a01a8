import { describe, it } from 'vitest';
import { given } from '#test/decider/decider-specification.js';
import { certification } from './certification.decider.js';
import type { Certification, CertificationEvent } from './certification.events.js';

const organizationId = 'org_1';
const now = '2026-01-01T00:00:00.000Z';
const expiresAt = '2026-12-31T00:00:00.000Z';
const at = (daysBefore: number, ms = 0) =>
  new Date(Date.parse(expiresAt) - daysBefore * 24 * 60 * 60 * 1_000 + ms).toISOString();

const iso: Certification = {
  standard: 'ISO 27001',
  status: 'compliant',
  articles: null,
  level: null,
  certificateId: 'FI-1',
  reportPeriod: null,
  verifiedAt: now,
  expiresAt,
  expectedDate: null,
};
const recorded = (changes: Partial<Certification> = {}, nextNoticeAt: string | null = at(90)): CertificationEvent => ({
  type: 'CertificationRecorded',
  data: { ...iso, ...changes, organizationId, nextNoticeAt, recordedAt: now },
});
const noticed = (daysLeft: number, nextNoticeAt: string | null, noticedAt: string): CertificationEvent => ({
  type: 'CertificationExpiring',
  data: { organizationId, standard: 'ISO 27001', expiresAt, daysLeft, nextNoticeAt, noticedAt },
});
const deleted: CertificationEvent = {
  type: 'CertificationDeleted',
  data: { organizationId, standard: 'ISO 27001', deletedAt: now },
};
const record = (changes: Partial<Certification> = {}) =>
  ({ type: 'RecordCertification', organizationId, certification: { ...iso, ...changes }, now }) as const;
const notice = (when: string) => ({ type: 'NoticeCertificationExpiry', organizationId, now: when }) as const;

describe('certification', () => {
  it('a certification is recorded, and again however often it changes', () => {
    given(certification, []).when(record()).then([recorded()]);
    given(certification, [recorded()])
      .when(record({ level: 'high' }))
      .then([recorded({ level: 'high' })]);
  });

  it('a certification is deleted while it is recorded', () => {
    const remove = { type: 'DeleteCertification', organizationId, now } as const;
    given(certification, [recorded()]).when(remove).then([deleted]);
    given(certification, []).when(remove).thenRejected('not_found');
    given(certification, [recorded(), deleted]).when(remove).thenRejected('not_found');
  });
});

describe('notices that a certification expires', () => {
  it('notice is given 90, 30, 7 and 1 days before the end, and not earlier', () => {
    const events = [recorded()];
    for (const [days, next] of [
      [90, at(30)],
      [30, at(7)],
      [7, at(1)],
      [1, null],
    ] as const) {
      given(certification, events)
        .when(notice(at(days, -1)))
        .then([]);
      given(certification, events)
        .when(notice(at(days)))
        .then([noticed(days, next, at(days))]);
      events.push(noticed(days, next, at(days)));
    }
  });

  it('notice of each stage is given once, also when the clock goes back', () => {
    const events = [recorded(), noticed(30, at(7), at(30))];
    for (const when of [at(30), at(8), at(60), at(90)]) given(certification, events).when(notice(when)).then([]);
  });

  it('notice after a gap says how many days are left, once', () => {
    given(certification, [recorded()])
      .when(notice(at(5.5)))
      .then([noticed(6, at(1), at(5.5))]);
    given(certification, [recorded(), noticed(6, at(1), at(5.5))])
      .when(notice(at(3)))
      .then([]);
  });

  it.each([
    ['has expired', [recorded()], expiresAt],
    ['does not expire', [recorded({ expiresAt: null }, null)], at(1)],
    ['was deleted', [recorded(), deleted], at(1)],
  ])('no notice is given of a certification that %s', (_, events, when) =>
    given(certification, events).when(notice(when)).then([]),
  );

  it.each([now, '0001-01-01T00:00:00.000Z'])('no notice will be given of what ended at %s, as it is recorded', (end) =>
    given(certification, [])
      .when(record({ expiresAt: end }))
      .then([recorded({ expiresAt: end }, null)]),
  );

  it('notice begins anew with another end, and not when the same is recorded again', () => {
    const before = [recorded(), noticed(30, at(7), at(30))];
    given(certification, before)
      .when(record({ level: 'high' }))
      .then([recorded({ level: 'high' }, at(7))]);
    given(certification, [...before, deleted])
      .when(record())
      .then([recorded({}, at(7))]);
    given(certification, before)
      .when(record({ expiresAt: '2027-12-31T00:00:00.000Z' }))
      .then([recorded({ expiresAt: '2027-12-31T00:00:00.000Z' }, '2027-10-02T00:00:00.000Z')]);
  });
});
