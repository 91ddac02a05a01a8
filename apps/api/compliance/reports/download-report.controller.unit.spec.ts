import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { FastifyRequest } from 'fastify';
import { beforeEach, describe, expect, it } from 'vitest';
import { RecordReportDownload } from '#libs/application/reports/record-report-download.handler.js';
import { accessOfKey } from '#test/fakes/api-caller.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { RecordedReply, requestOf } from '#test/fakes/http-exchange.js';
import { InMemoryBlobStore } from '#test/fakes/in-memory-blob-store.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { RecordedCommands } from '#test/fakes/recorded-commands.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import {
  recordReport,
  reportBlobId,
  reportCompleted,
  reportId,
  reportRequest,
  reportRequested,
} from '#test/fakes/report-events.js';
import { DownloadReportController } from './download-report.controller.js';

const { organizationId } = accessOfKey();
const file = {
  blobId: reportBlobId,
  sizeBytes: 3,
  type: 'eu_ai_act',
  format: 'csv',
  period: reportRequest.period,
} as const;

let eventStore: InMemoryEventStore;
let blobs: InMemoryBlobStore;

beforeEach(async () => {
  eventStore = new InMemoryEventStore();
  blobs = new InMemoryBlobStore();
  await blobs.put(reportBlobId, Readable.from([Buffer.from('a,b')]));
});

const download = async (method = 'GET', answer: object | undefined = file) => {
  const commands = new RecordedCommands(answer);
  const reply = new RecordedReply();
  const controller = new DownloadReportController(commands.asCommands, blobs, eventStore);
  await controller.download({ ...requestOf(), method } as FastifyRequest, reply.asReply, reportId);
  return { commands, reply };
};

describe('GET /v1/compliance/reports/:id/download', () => {
  it('the file is sent under its name, with its size and type, when the download is recorded', async () => {
    const { commands, reply } = await download();
    expect(commands.sent).toEqual([new RecordReportDownload(reportId, uploaderMetadata)]);
    expect(reply.headers).toEqual({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition':
        'attachment; filename="eu-ai-act-report-2026-10-01-2026-10-31.csv"; ' +
        "filename*=UTF-8''eu-ai-act-report-2026-10-01-2026-10-31.csv",
      'content-length': 3,
      'cache-control': 'private, no-store',
    });
    expect(await text(reply.sent as Readable)).toBe('a,b');
  });

  it('HEAD has the headers alone, and is no download', async () => {
    const request = { ...reportRequest, organizationId };
    await recordReport(eventStore, { ...reportRequested, data: request } as typeof reportRequested, reportCompleted);
    const { commands, reply } = await download('HEAD');
    expect(commands.sent).toEqual([]);
    expect(reply.headers).toMatchObject({ 'content-length': 7 });
    expect(await text(reply.sent as Readable)).toBe('');
  });

  it('a file that was removed meanwhile is not found', async () => {
    await blobs.delete(reportBlobId);
    expect((await rejectionOf(() => download())).code).toBe('not_found');
  });
});
