import { describe, it } from 'vitest';
import { given } from '#test/decider/decider-specification.js';
import { report } from './report.decider.js';
import type { ReportEvent, ReportEventData } from './report.events.js';

const now = '2026-11-21T08:00:00.000Z';
const expiresAt = '2026-12-21T08:00:00.000Z';
const ids = { reportId: 'rep_1', organizationId: 'org_1' };
const request: ReportEventData<'ReportRequested'> = {
  ...ids,
  reportType: 'usage',
  period: { start: '2026-10-01', end: '2026-10-31' },
  format: 'csv',
  requestedAt: now,
  estimatedCompletion: now,
};
const file = { blobId: 'rep_1-file', sizeBytes: 7, sha256: 'ab' };
const error = { code: 'processing_failed', message: 'It failed.' };
const requested: ReportEvent = { type: 'ReportRequested', data: request };
const progressed: ReportEvent = { type: 'ReportProgressed', data: { ...ids, progress: 50 } };
const completed: ReportEvent = {
  type: 'ReportCompleted',
  data: { ...ids, reportType: 'usage', format: 'csv', ...file, treeSize: 9, completedAt: now, expiresAt },
};
const failed: ReportEvent = { type: 'ReportFailed', data: { ...ids, reportType: 'usage', error, failedAt: now } };
const expired: ReportEvent = {
  type: 'ReportExpired',
  data: { ...ids, blobId: file.blobId, expiresAt, expiredAt: expiresAt },
};
const complete = { type: 'CompleteReport', file, generation: 0, treeSize: 9, expiresAt, now } as const;
const fail = { type: 'FailReport', error, now } as const;
const download = { type: 'DownloadReport', now } as const;
const progress = (of: number, generation = 0) => ({ type: 'RecordReportProgress', progress: of, generation }) as const;
const beginAnew = { type: 'BeginReportAnew' } as const;
const begunAnew: ReportEvent = { type: 'ReportProgressed', data: { ...ids, progress: 0 } };

describe('report', () => {
  it('a report is requested once', () => {
    given(report, []).when({ type: 'RequestReport', request }).then([requested]);
    given(report, [requested]).when({ type: 'RequestReport', request }).thenRejected('conflict');
  });

  it('progress goes forward only, and ends with the report', () => {
    given(report, [requested]).when(progress(50)).then([progressed]);
    given(report, [requested, progressed]).when(progress(50)).then([]);
    given(report, [requested, completed]).when(progress(90)).then([]);
  });

  it('a report ends once: one that failed is not completed, and one that is completed does not fail', () => {
    given(report, [requested, progressed]).when(complete).then([completed]);
    given(report, [requested]).when(fail).then([failed]);
    given(report, [requested, completed]).when(complete).then([]);
    given(report, [requested, completed]).when(fail).then([]);
    given(report, [requested, failed]).when(complete).then([]);
    given(report, [requested, failed]).when(fail).then([]);
    given(report, [requested, completed, expired]).when(complete).then([]);
    given(report, []).when(complete).then([]);
  });

  it('a report that is made or completed is begun anew, and no other', () => {
    given(report, [requested]).when(beginAnew).then([begunAnew]);
    given(report, [requested, progressed, begunAnew]).when(beginAnew).then([begunAnew]);
    given(report, [requested, completed]).when(beginAnew).then([begunAnew]);
    given(report, [requested, completed, expired]).when(beginAnew).then([]);
    given(report, [requested, failed]).when(beginAnew).then([]);
    given(report, []).when(beginAnew).then([]);
  });

  it('once it is begun anew, its file is no longer there, and only one that was begun since is taken', () => {
    for (const before of [[requested], [requested, completed]]) {
      const anew = [...before, begunAnew];
      given(report, anew).when(download).thenRejected('conflict');
      given(report, anew).when(complete).then([]);
      given(report, anew).when(progress(50)).then([]);
      given(report, anew)
        .when(progress(10, 1))
        .then([{ type: 'ReportProgressed', data: { ...ids, progress: 10 } }]);
      given(report, anew)
        .when({ ...complete, generation: 1 })
        .then([completed]);
      given(report, anew).when(fail).then([failed]);
    }
  });

  it('a file in the place of a withdrawn one ends when that would have ended', () => {
    const later = { ...complete, generation: 1, expiresAt: '2027-01-21T08:00:00.000Z' };
    given(report, [requested, completed, begunAnew]).when(later).then([completed]);
    given(report, [requested, completed, begunAnew, begunAnew])
      .when({ ...later, generation: 2 })
      .then([completed]);
    given(report, [requested, begunAnew])
      .when(later)
      .then([{ ...completed, data: { ...completed.data, expiresAt: later.expiresAt } } as ReportEvent]);
  });

  it('a completed report is downloaded, as often as it is asked for', () => {
    const downloaded: ReportEvent = {
      type: 'ReportDownloaded',
      data: { ...ids, reportType: 'usage', format: 'csv', downloadedAt: now },
    };
    given(report, [requested, completed]).when(download).then([downloaded]);
    given(report, [requested, completed, downloaded]).when(download).then([downloaded]);
  });

  it('a report that is not there, not ready, failed or expired is not downloaded', () => {
    given(report, []).when(download).thenRejected('not_found');
    given(report, [requested]).when(download).thenRejected('conflict');
    given(report, [requested, failed]).when(download).thenRejected('processing_failed');
    given(report, [requested, completed, expired]).when(download).thenRejected('not_found');
  });

  it('a completed report expires when its time has come, once', () => {
    const expire = { type: 'ExpireReport', now: expiresAt } as const;
    given(report, [requested, completed]).when(expire).then([expired]);
    given(report, [requested, completed]).when({ type: 'ExpireReport', now }).then([]);
    given(report, [requested, completed, expired]).when(expire).then([]);
    given(report, [requested, failed]).when(expire).then([]);
    given(report, [requested]).when(expire).then([]);
  });
});
