import { beforeEach, describe, expect, it } from 'vitest';
import type { ReportEventData } from '#libs/domain/report/report.events.js';
import { reportTypes } from '#libs/domain/report/report-types.js';
import type { Position } from '#libs/ports/event-store/position.js';
import type { SignedLog } from '#libs/ports/log-signatures/log-signatures.port.js';
import { reportEntry } from '#libs/reports/report-content.fixture.js';
import { emptyEvidence } from '#libs/reports/report-evidence.fixture.js';
import { reportWriters } from '#libs/reports/report-writers.js';
import type { LogPeriod } from '#projections/audit-log/audit-figures.queries.js';
import { InMemoryBlobStore } from '#test/fakes/in-memory-blob-store.js';
import { reportRequest } from '#test/fakes/report-events.js';
import { reportContents } from './report-contents.js';
import { type GenerationWork, type GeneratorPorts, ReportGenerator } from './report-generator.js';
import { LogSignedNoMoreError } from './signed-checkpoint.js';

const position = '0000000000000007' as Position;
const signed = (size: number, stoppedBecause?: string): SignedLog => ({
  organizationId: reportRequest.organizationId,
  origin: 'log',
  size,
  root: new Uint8Array(32),
  checkpoint: `note of ${size}`,
  signedAt: reportRequest.requestedAt,
  stoppedBecause,
  isKeptOutside: true,
});

let blobs: InMemoryBlobStore;
let ofLog: (SignedLog | undefined)[];
let asked: LogPeriod[];
let waitedFor: [readonly string[], Position][];
let hasPassed: boolean;

beforeEach(() => {
  blobs = new InMemoryBlobStore();
  ofLog = [signed(42)];
  asked = [];
  waitedFor = [];
  hasPassed = true;
});

const counts = { success: 2, failure: 0, denied: 0 };

const ports = (): GeneratorPorts => ({
  blobs,
  progress: {
    waitFor: async (names, at) => {
      waitedFor.push([names, at]);
      return hasPassed;
    },
  },
  signed: {
    tree: { size: async () => 42 },
    signatures: { find: async () => (ofLog.length > 1 ? ofLog.shift() : ofLog[0]) },
    noteAt: async (head, size) => `note of ${size} before ${head.size}`,
  },
  queries: {
    organizations: { find: async () => undefined },
    evidence: {
      of: ({ start, end, upTo }) => ({
        ...emptyEvidence,
        usage: async () => ({
          requests: 3,
          characters: 70,
          byDay: [{ day: `${start}..${end} of ${upTo}`, requests: 3, characters: 70 }],
          byKey: [],
          byEndpoint: [],
          byUser: [],
          byLanguagePair: [],
        }),
      }),
    },
    audit: {
      of: async (period) => {
        asked.push(period);
        return {
          totals: async () => ({
            entries: 2,
            byAction: [{ action: 'translate', ...counts }],
            byDay: [],
            byKey: [],
            byUser: [],
          }),
          evidence: async () => ({ ids: ['aud_1'], count: 2, query: 'q' }),
          notable: async () => ({ entries: [], total: 0 }),
          async *entries() {
            yield [reportEntry()];
            yield [reportEntry()];
          },
        };
      },
    },
  },
  contents: reportContents,
  writers: reportWriters,
});

const generate = async (
  changes: Partial<ReportEventData<'ReportRequested'>> = {},
  signal = AbortSignal.any([]),
  anew?: GenerationWork['anew'],
) => {
  const progress: number[] = [];
  const request = { ...reportRequest, format: 'json' as const, ...changes };
  const onProgress = async (percent: number) => void progress.push(percent);
  const made = await new ReportGenerator(ports()).generate({ request, position, anew, signal, onProgress });
  return { ...made, progress, text: blobs.textOf(made.blob.id) };
};

describe('the generator of reports', () => {
  it('a usage report has the use of the period, both days included, under the checkpoint', async () => {
    const { text, treeSize, blob } = await generate();
    const { report, checkpoint, sections } = JSON.parse(text);
    expect(report).toEqual({
      id: reportRequest.reportId,
      type: 'usage',
      title: 'Usage report',
      organization: { id: 'org_1', name: 'org_1' },
      period: reportRequest.period,
      created_at: reportRequest.requestedAt,
    });
    expect([checkpoint, treeSize]).toEqual(['note of 42', 42]);
    expect(sections[1].tables[0].rows).toEqual([['2026-10-01T00:00:00.000Z..2026-11-01T00:00:00.000Z of 42', 70, 3]]);
    expect(blob.id).toMatch(new RegExp(`^${reportRequest.reportId}-`));
  });

  it('figures are taken when every read model has passed the request, over the tree that is signed', async () => {
    ofLog = [undefined, signed(41), signed(43)];
    const { treeSize } = await generate({ reportType: 'audit' });
    expect(waitedFor).toMatchObject([[expect.arrayContaining(['audit-log']), position]]);
    expect(treeSize).toBe(43);
    expect(asked).toEqual([{ organizationId: 'org_1', period: reportRequest.period, size: 43 }]);
  });

  it('a report that is made anew has the figures of the withdrawn file, their checkpoint, and says so', async () => {
    const anew = { withdrawn: { treeSize: 40, expiresAt: '' }, since: '2026-11-23T08:00:00.000Z' };
    const { text, treeSize } = await generate({ reportType: 'audit' }, undefined, anew);
    expect([treeSize, asked[0]?.size]).toEqual([40, 40]);
    const { checkpoint, method } = JSON.parse(text);
    expect(checkpoint).toBe('note of 40 before 42');
    expect(method).toMatch(/takes the place of an earlier one since 2026-11-23, because personal data were erased/);
    const { text: usual } = await generate({ reportType: 'audit' });
    expect(usual).not.toContain('takes the place');
  });

  it('the figures of a log that was begun anew and has fewer entries are of its newest checkpoint', async () => {
    const anew = { withdrawn: { treeSize: 50, expiresAt: '' }, since: '' };
    const { text, treeSize } = await generate({ reportType: 'audit' }, undefined, anew);
    expect([treeSize, JSON.parse(text).checkpoint]).toEqual([42, 'note of 42']);
  });

  it('the entries of an audit report are written page by page, with their progress', async () => {
    const { text, progress } = await generate({ reportType: 'audit' });
    expect(JSON.parse(text).sections[1].entries).toHaveLength(2);
    expect(progress).toEqual([10, 40, 65, 90]);
  });

  it('read models that are behind are an outage, which is waited for', async () => {
    hasPassed = false;
    await expect(generate()).rejects.toMatchObject({ name: 'ReadModelLateError', retryable: true });
    expect(blobs.ids).toEqual([]);
  });

  it('a log that is signed no more carries no report', async () => {
    ofLog = [signed(41, 'another root')];
    await expect(generate()).rejects.toThrow(LogSignedNoMoreError);
  });

  it.each(reportTypes)('a report of the type %s is generated in each format', async (reportType) => {
    const { text } = await generate({ reportType });
    expect(JSON.parse(text).report.type).toBe(reportType);
    expect(JSON.parse(text).sections).not.toEqual([]);
    expect((await generate({ reportType, format: 'csv' })).text).toContain(reportType);
    expect((await generate({ reportType, format: 'pdf' })).text).toMatch(/^%PDF-/);
  });

  it('a worker that stops while the log is not signed yet gives up', async () => {
    ofLog = [undefined];
    const stopping = new AbortController();
    stopping.abort(new Error('stopped'));
    await expect(generate({}, stopping.signal)).rejects.toThrow('stopped');
  });
});
