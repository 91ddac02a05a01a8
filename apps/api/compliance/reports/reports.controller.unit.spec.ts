import { beforeEach, describe, expect, it } from 'vitest';
import { RequestReport } from '#libs/application/reports/request-report.handler.js';
import { readSettings } from '#libs/platform/config/settings.js';
import type { ReportRecord } from '#projections/reports/reports.queries.js';
import { accessOfKey } from '#test/fakes/api-caller.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { requestOf } from '#test/fakes/http-exchange.js';
import { RecordedCommands } from '#test/fakes/recorded-commands.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { reportId as id } from '#test/fakes/report-events.js';
import { ReportsController } from './reports.controller.js';

const { organizationId } = accessOfKey();
const settings = readSettings({ TRANSLEDGER_PUBLIC_URL: 'https://mt.example.com' });
const generating: ReportRecord = {
  id,
  type: 'usage',
  status: 'generating',
  format: 'csv',
  period_start: '2026-10-01',
  period_end: '2026-10-31',
  progress: 40,
  created_at: '2026-11-21T08:00:00.000Z',
  estimated_completion: '2026-11-21T08:01:00.000Z',
  size_bytes: null,
  completed_at: null,
  expires_at: null,
  error_code: null,
  error_message: null,
};
const ended = {
  progress: 100,
  size_bytes: 7,
  completed_at: '2026-11-21T08:00:05.000Z',
  expires_at: '2026-12-21T08:00:05.000Z',
};
const shown = {
  id,
  type: 'usage',
  format: 'csv',
  period: { start: '2026-10-01', end: '2026-10-31' },
  created_at: '2026-11-21T08:00:00.000Z',
};

let commands: RecordedCommands;
let waitedFor: string[][];
let record: ReportRecord;
let asked: object[];

beforeEach(() => {
  commands = new RecordedCommands(id);
  waitedFor = [];
  record = generating;
  asked = [];
});

const controller = () =>
  new ReportsController(
    commands.asCommands,
    {
      list: async (_organization, filter, page) => {
        asked.push(filter);
        return { reports: [record], pagination: { ...page, total: 1, has_more: false, next_cursor: null } };
      },
      find: async (organization, reportId) => (organization === organizationId && reportId === id ? record : undefined),
    },
    { visibleIn: async (...projections) => void waitedFor.push(projections) },
    settings,
  );
const get = () => controller().get(requestOf(), id);

describe('POST /v1/compliance/reports', () => {
  it('a report is requested, and shown as every reader will see it', async () => {
    const wanted = { type: 'usage', period: shown.period, format: 'csv' } as const;
    expect(await controller().request(requestOf(), wanted)).toEqual({
      ...shown,
      status: 'generating',
      progress: 40,
      estimated_completion: '2026-11-21T08:01:00.000Z',
    });
    expect(commands.sent).toEqual([new RequestReport(wanted, uploaderMetadata)]);
    expect(waitedFor).toEqual([['reports']]);
  });

  it('a wrong body requests nothing', async () => {
    const rejection = await rejectionOf(() => controller().request(requestOf(), { type: 'usage' }));
    expect(rejection.code).toBe('missing_required_field');
    expect(commands.sent).toEqual([]);
  });
});

describe('GET /v1/compliance/reports', () => {
  it('reports are listed by type and status, own writes included', async () => {
    const query = { type: 'usage', status: 'generating' } as const;
    const { reports, pagination } = await controller().list(requestOf(), query);
    expect([reports.length, pagination.total, asked]).toEqual([1, 1, [query]]);
    expect(waitedFor).toEqual([['reports']]);
  });

  it('a completed report has its file', async () => {
    record = { ...generating, ...ended, status: 'completed' };
    expect(await get()).toEqual({
      ...shown,
      ...ended,
      status: 'completed',
      download_url: `https://mt.example.com/v1/compliance/reports/${id}/download`,
    });
  });

  it('a failed report says why, and an expired one has no file any more', async () => {
    record = { ...generating, status: 'failed', error_code: 'processing_failed', error_message: 'It failed.' };
    const error = { code: 'processing_failed', message: 'It failed.' };
    expect(await get()).toEqual({ ...shown, status: 'failed', progress: 40, error });
    record = { ...generating, ...ended, status: 'expired' };
    const { size_bytes: _, ...times } = ended;
    expect(await get()).toEqual({ ...shown, ...times, status: 'expired' });
  });

  it('an unknown report, or an id of another form, is not found', async () => {
    for (const other of ['rep_01KAH3W7J4B2X8Y6Z5V9T0S1R3', 'rep_1']) {
      expect((await rejectionOf(() => controller().get(requestOf(), other))).code).toBe('not_found');
    }
  });
});
