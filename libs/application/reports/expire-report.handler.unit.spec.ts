import { describe, it } from 'vitest';
import { report } from '#libs/domain/report/report.decider.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { KnownHolds } from '#test/fakes/known-holds.js';
import {
  reportBlobId,
  reportCompleted,
  reportExpiresAt,
  reportId,
  reportRequested,
} from '#test/fakes/report-events.js';
import { handlerSpecification, stream } from '#test/handler/handler-specification.js';
import type { HoldState } from '../holds/legal-holds.port.js';
import { ExpireReport, ExpireReportHandler } from './expire-report.handler.js';

const under = (state: Partial<HoldState>) =>
  handlerSpecification(({ eventStore }) => new ExpireReportHandler(eventStore, new KnownHolds({ [reportId]: state })));
const completed = stream(report, reportId, reportRequested, reportCompleted);
const expire = (now = reportExpiresAt) => new ExpireReport(reportId, { ...uploaderMetadata, occurredAt: now });

describe('ExpireReport', () => {
  it('a report expires when it is due, once, with the file to be removed', async () => {
    const { given } = under({});
    await given(completed)
      .when(expire())
      .thenOnce({ type: 'ReportExpired', data: { blobId: reportBlobId, expiresAt: reportExpiresAt } });
    await given(completed).when(expire('2026-12-21T07:59:59.999Z')).then();
    await given().when(expire()).then();
  });

  it('a report stays while a legal hold keeps it, and 24 hours after the last one', async () => {
    await under({ holdId: 'hold_1' }).given(completed).when(expire('2027-11-28T08:00:00.000Z')).then();
    const lifted = under({ liftedAt: '2027-01-01T00:00:00.000Z' }).given(completed);
    await lifted.when(expire('2027-01-01T23:59:59.999Z')).then();
    await lifted.when(expire('2027-01-02T00:00:00.000Z')).then({ type: 'ReportExpired' });
  });
});
