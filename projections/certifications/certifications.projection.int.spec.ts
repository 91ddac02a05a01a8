import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Certification } from '#libs/domain/certification/certification.events.js';
import { encodeCursor } from '#libs/read-side/read-models/page.js';
import { EventLog, ReadModelFixture } from '#projections/read-model.fixture.js';
import { certifications } from './certifications.projection.js';
import { CertificationQueries } from './certifications.queries.js';

const expiresAt = '2027-11-01T00:00:00.000Z';
const nextNoticeAt = '2027-08-03T00:00:00.000Z';

describe('certifications', () => {
  let fixture: ReadModelFixture;
  let queries: CertificationQueries;

  beforeAll(async () => {
    fixture = await ReadModelFixture.open();
    queries = new CertificationQueries(fixture.dataSource);
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.empty('certification'));

  const log = new EventLog();
  const recorded = (standard: string, changes: Partial<Certification & { nextNoticeAt: string | null }> = {}) =>
    log.event(
      'CertificationRecorded',
      {
        organizationId: 'org_a',
        standard,
        status: 'compliant',
        articles: null,
        level: null,
        certificateId: null,
        reportPeriod: null,
        verifiedAt: null,
        expiresAt,
        expectedDate: null,
        nextNoticeAt,
        recordedAt: '2026-11-21T08:00:00.000Z',
        ...changes,
      },
      { stream: `certification-${standard}`, revision: 3 },
    );
  const expiring = (standard: string, next: string | null) =>
    log.event('CertificationExpiring', {
      organizationId: 'org_a',
      standard,
      expiresAt,
      daysLeft: 90,
      nextNoticeAt: next,
      noticedAt: nextNoticeAt,
    });
  const deleted = (standard: string) =>
    log.event('CertificationDeleted', { organizationId: 'org_a', standard, deletedAt: expiresAt });
  const given = (...events: Parameters<ReadModelFixture['given']>[1]) => fixture.given([certifications], events);
  const list = async (
    page: { limit: number; offset: number; cursor?: string | undefined } = { limit: 10, offset: 0 },
  ) => {
    const found = await queries.list('org_a', page);
    return { ...found, standards: found.certifications.map(({ standard }) => standard) };
  };

  it.each([1, 10])('a certification is shown as it was last recorded (batches of %i)', async (batchSize) => {
    const changes = { standard: 'iso 27001', articles: ['A.5', 'A.8'], level: 'high', expectedDate: '2027-01-31' };
    await fixture.given([certifications], [recorded('ISO 27001'), recorded('iso 27001', changes)], batchSize);
    const shown = {
      standard: 'iso 27001',
      status: 'compliant',
      articles: ['A.5', 'A.8'],
      level: 'high',
      certificate_id: null,
      report_period: null,
      verified_at: null,
      expires_at: expiresAt,
      expected_date: '2027-01-31',
    };
    expect(await queries.find('org_a', 'ISO 27001')).toEqual(shown);
    expect(await queries.all('org_a')).toEqual([shown]);
  });

  it('a certification is gone once deleted, and the others stay', async () => {
    await given(recorded('ISO 27001'), recorded('SOC 2'), deleted('ISO 27001'));
    expect((await list()).standards).toEqual(['SOC 2']);
    expect(await queries.find('org_a', 'ISO 27001')).toBeUndefined();
  });

  it('a certification is seen by its own organization only', async () => {
    await given(recorded('ISO 27001'));
    expect(await queries.all('org_b')).toEqual([]);
    expect(await queries.find('org_b', 'ISO 27001')).toBeUndefined();
    expect((await queries.list('org_b', { limit: 10, offset: 0 })).pagination.total).toBe(0);
  });

  it('certifications are listed by name, by offset and by cursor', async () => {
    await given(recorded('SOC 2'), recorded('GDPR'), recorded('ISO 27001'), recorded('iso 9001'));
    const all = ['GDPR', 'ISO 27001', 'iso 9001', 'SOC 2'];
    expect(await list()).toMatchObject({ standards: all, pagination: { total: 4, next_cursor: null } });
    expect((await list({ limit: 2, offset: 1 })).standards).toEqual(all.slice(1, 3));
    const first = await list({ limit: 3, offset: 0 });
    const next = await list({ limit: 3, offset: 0, cursor: first.pagination.next_cursor ?? '' });
    expect([...first.standards, ...next.standards]).toEqual(all);
    await expect(list({ limit: 3, offset: 0, cursor: encodeCursor('certifications', ['\0']) })).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });

  it('a notice is due from its time on, until it is given or the certification has ended', async () => {
    await given(recorded('ISO 27001'), recorded('GDPR', { expiresAt: null, nextNoticeAt: null }));
    const due = async (now: string) => (await queries.due(now, 10)).map(({ standard }) => standard);
    expect(await due('2027-08-02T23:59:59.999Z')).toEqual([]);
    expect(await queries.due(nextNoticeAt, 10)).toEqual([
      {
        organization_id: 'org_a',
        standard: 'ISO 27001',
        event_stream: 'certification-ISO 27001',
        event_revision: 3,
      },
    ]);
    expect(await due(expiresAt)).toEqual([]);
    await given(expiring('ISO 27001', '2027-10-02T00:00:00.000Z'));
    expect(await due(nextNoticeAt)).toEqual([]);
    expect(await due('2027-10-02T00:00:00.000Z')).toEqual(['ISO 27001']);
    await given(expiring('ISO 27001', null));
    expect(await due('2027-10-31T23:59:59.999Z')).toEqual([]);
  });
});
