import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ReportType } from '#libs/domain/report/report-types.js';
import { EventLog, ReadModelFixture } from '#projections/read-model.fixture.js';
import { holds } from '../holds/holds.projection.js';
import { reports } from './reports.projection.js';
import { ReportQueries } from './reports.queries.js';

const createdAt = '2026-11-21T10:00:00.000Z';
const endedAt = '2026-11-21T10:00:05.000Z';
const expiresAt = '2026-12-21T10:00:05.000Z';
const page = { limit: 10, offset: 0 };

describe('reports', () => {
  let fixture: ReadModelFixture;
  let queries: ReportQueries;

  beforeAll(async () => {
    fixture = await ReadModelFixture.open();
    queries = new ReportQueries(fixture.dataSource);
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    await fixture.empty('report');
    await fixture.empty('hold');
  });

  const log = new EventLog();
  const requested = (reportId: string, reportType: ReportType = 'usage', organizationId = 'org_a') =>
    log.event('ReportRequested', {
      reportId,
      organizationId,
      reportType,
      period: { start: '2026-10-01', end: '2026-10-31' },
      format: 'csv',
      requestedAt: createdAt,
      estimatedCompletion: endedAt,
    });
  const progressed = (reportId: string, progress: number) =>
    log.event('ReportProgressed', { reportId, organizationId: 'org_a', progress });
  const completed = (reportId: string) =>
    log.event('ReportCompleted', {
      reportId,
      organizationId: 'org_a',
      reportType: 'usage',
      format: 'csv',
      blobId: `${reportId}-1`,
      sizeBytes: 7,
      sha256: 'ab',
      treeSize: 42,
      completedAt: endedAt,
      expiresAt,
    });
  const failed = (reportId: string) =>
    log.event('ReportFailed', {
      reportId,
      organizationId: 'org_a',
      reportType: 'usage',
      error: { code: 'processing_failed', message: 'It failed.' },
      failedAt: endedAt,
    });
  const expired = (reportId: string) =>
    log.event('ReportExpired', {
      reportId,
      organizationId: 'org_a',
      blobId: `${reportId}-1`,
      expiresAt,
      expiredAt: expiresAt,
    });
  const given = (...events: Parameters<ReadModelFixture['given']>[1]) => fixture.given([reports], events);

  const generating = {
    id: 'rep_1',
    type: 'usage',
    status: 'generating',
    format: 'csv',
    period_start: '2026-10-01',
    period_end: '2026-10-31',
    progress: 0,
    created_at: createdAt,
    estimated_completion: endedAt,
    size_bytes: null,
    completed_at: null,
    expires_at: null,
    error_code: null,
    error_message: null,
  };

  it('a report is shown from its request on, with its progress', async () => {
    await given(requested('rep_1'));
    expect(await queries.find('org_a', 'rep_1')).toEqual(generating);
    await given(progressed('rep_1', 40));
    expect(await queries.find('org_a', 'rep_1')).toEqual({ ...generating, progress: 40 });
  });

  it.each([1, 10])('a completed report has its file until it expires (batches of %i)', async (batchSize) => {
    const shown = { status: 'completed', progress: 100, size_bytes: 7, completed_at: endedAt, expires_at: expiresAt };
    await fixture.given([reports], [requested('rep_1'), progressed('rep_1', 40), completed('rep_1')], batchSize);
    expect(await queries.find('org_a', 'rep_1')).toEqual({ ...generating, ...shown });
    await given(expired('rep_1'));
    expect(await queries.find('org_a', 'rep_1')).toMatchObject({ status: 'expired', size_bytes: 7 });
  });

  it.each([1, 10])(
    'a report that is begun anew is generated again, without a file (batches of %i)',
    async (batchSize) => {
      await fixture.given([reports], [requested('rep_1'), completed('rep_1'), progressed('rep_1', 0)], batchSize);
      expect(await queries.find('org_a', 'rep_1')).toEqual(generating);
      await given(progressed('rep_1', 40), completed('rep_1'));
      expect(await queries.find('org_a', 'rep_1')).toMatchObject({ status: 'completed', progress: 100, size_bytes: 7 });
    },
  );

  it('reports of an organization are found by ids, and those of it that are made', async () => {
    await given(requested('rep_1'), requested('rep_2'), completed('rep_2'), requested('rep_3', 'usage', 'org_b'));
    expect(await queries.ofOrganization('org_a', ['rep_2', 'rep_3', 'rep_4'])).toEqual(['rep_2']);
    expect(await queries.generating('org_a')).toEqual(['rep_1']);
    expect(await queries.generating('org_b')).toEqual(['rep_3']);
  });

  it('a failed report says why', async () => {
    await given(requested('rep_1'), failed('rep_1'));
    expect(await queries.find('org_a', 'rep_1')).toMatchObject({
      status: 'failed',
      error_code: 'processing_failed',
      error_message: 'It failed.',
    });
  });

  it('reports are listed newest first, by type and status, to their own organization alone', async () => {
    await given(
      requested('rep_1'),
      requested('rep_2', 'audit'),
      completed('rep_1'),
      requested('rep_3', 'usage', 'org_b'),
    );
    const ids = async (...[filter, organization = 'org_a']: [object, string?]) => {
      const { reports: listed, pagination } = await queries.list(organization, filter, page);
      expect(pagination.total).toBe(listed.length);
      return listed.map(({ id }) => id);
    };
    expect(await ids({})).toEqual(['rep_2', 'rep_1']);
    expect(await ids({ type: 'usage' })).toEqual(['rep_1']);
    expect(await ids({ status: 'generating' })).toEqual(['rep_2']);
    expect(await ids({ type: 'usage', status: 'failed' })).toEqual([]);
    expect(await ids({}, 'org_b')).toEqual(['rep_3']);
    expect(await queries.find('org_b', 'rep_1')).toBeUndefined();
  });

  it('pages follow one another by the cursor', async () => {
    await given(requested('rep_1'), requested('rep_2'), requested('rep_3'));
    const first = await queries.list('org_a', {}, { limit: 2, offset: 0 });
    const { reports: rest } = await queries.list(
      'org_a',
      {},
      {
        limit: 2,
        offset: 0,
        cursor: first.pagination.next_cursor ?? undefined,
      },
    );
    expect([...first.reports, ...rest].map(({ id }) => id)).toEqual(['rep_3', 'rep_2', 'rep_1']);
  });

  it('reports that have not ended, and those that are due, are found for those who look after them', async () => {
    await given(requested('rep_1'), requested('rep_2'), requested('rep_3'), completed('rep_2'), failed('rep_3'));
    expect(await queries.unfinished(createdAt, 10)).toEqual(['rep_1']);
    expect(await queries.unfinished('2026-11-21T09:59:59.999Z', 10)).toEqual([]);
    expect(await queries.due(expiresAt, 10)).toEqual(['rep_2']);
    expect(await queries.due(endedAt, 10)).toEqual([]);
  });

  it('a report of a held period is not due, until 24 hours after the hold was lifted', async () => {
    await given(requested('rep_1'), completed('rep_1'));
    const period = { kind: 'period', start: '2026-11-21', end: '2026-11-21' } as const;
    const target = { ...period, from: '2026-11-21T00:00:00.000Z', until: '2026-11-22T00:00:00.000Z' };
    const ids = { holdId: 'hold_1', organizationId: 'org_a' };
    await fixture.given([holds], [log.event('HoldPlaced', { ...ids, target, reason: 'Case 7', placedAt: endedAt })]);
    expect(await queries.due(expiresAt, 10)).toEqual([]);
    await fixture.given([holds], [log.event('HoldLifted', { ...ids, liftedAt: expiresAt })]);
    expect(await queries.due(expiresAt, 10)).toEqual([]);
    expect(await queries.due('2026-12-22T10:00:05.000Z', 10)).toEqual(['rep_1']);
  });
});
