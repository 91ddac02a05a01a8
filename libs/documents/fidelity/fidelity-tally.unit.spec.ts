import { describe, expect, it } from 'vitest';
import { InMemoryBlobStore } from '#test/fakes/in-memory-blob-store.js';
import type { ExtractedSegment, SegmentRole } from '../formats/format.port.js';
import { skipReasons } from '../formats/skip-reasons.js';
import { keepReport, readReport, type SegmentCounts } from './fidelity-report.js';
import { FidelityTally } from './fidelity-tally.js';

const segment = (role: SegmentRole, part?: string): ExtractedSegment => ({
  role,
  parts: [{ kind: 'text', text: 'Hi' }],
  ...(part === undefined ? {} : { part }),
});
const counts = (changes: Partial<SegmentCounts>): SegmentCounts => ({
  found: 0,
  translated: 0,
  repeated: 0,
  repaired: 0,
  overflowed: 0,
  skipped: 0,
  ...changes,
});

describe('the report on a document', () => {
  it('each part has its counts, and they sum to those of the whole', () => {
    const tally = new FidelityTally();
    for (const role of ['heading', 'body', 'body'] as const) tally.translated(segment(role, 'body.xml'));
    tally.repeated(segment('body', 'body.xml'));
    tally.translated(segment('header', 'header.xml'));
    tally.repaired(segment('header', 'header.xml'));
    const skipped = [{ part: 'header.xml', reason: skipReasons.field, count: 2 }];
    const report = tally.report({ skipped }, { overflowed: 1 });
    expect(report).toEqual({
      segments: counts({ found: 6, translated: 4, repeated: 1, repaired: 1, overflowed: 1, skipped: 2 }),
      parts: [
        { name: 'body.xml', kind: 'body', segments: counts({ found: 3, translated: 3, repeated: 1 }) },
        { name: 'header.xml', kind: 'header', segments: counts({ found: 3, translated: 1, repaired: 1, skipped: 2 }) },
        { name: 'document', kind: 'body', segments: counts({ overflowed: 1 }) },
      ],
      skipped,
      warnings: [],
    });
  });

  it('what did not fit is counted in its part, as far as that is known', () => {
    const tally = new FidelityTally();
    for (const part of ['page 1', 'page 2']) tally.translated(segment('body', part));
    const overflowedIn = [{ part: 'page 2', count: 1 }];
    const { segments, parts } = tally.report({}, { overflowed: 3, overflowedIn });
    expect(segments.overflowed).toBe(3);
    expect(parts.map(({ name, segments }) => [name, segments.overflowed])).toEqual([
      ['page 1', 0],
      ['page 2', 1],
      ['document', 2],
    ]);
  });

  it('a file of one part has one, also for what is known of none', () => {
    const tally = new FidelityTally();
    tally.translated(segment('subtitle'));
    const { parts } = tally.report({ skipped: [{ reason: 'The text is hidden.', count: 1 }] }, { overflowed: 1 });
    expect(parts).toEqual([
      { name: 'document', kind: 'subtitle', segments: counts({ found: 2, translated: 1, overflowed: 1, skipped: 1 }) },
    ]);
  });

  it('a warning of both passes over the file is there once', () => {
    const warning = { code: 'pages_estimated', message: 'Pages are estimated.', count: 2 };
    const { warnings } = new FidelityTally().report(
      { warnings: [warning, { ...warning, part: 'a' }] },
      { warnings: [{ ...warning, count: 3 }] },
    );
    expect(warnings).toEqual([
      { ...warning, part: 'document', count: 3 },
      { ...warning, part: 'a' },
    ]);
  });

  it('a file of very many parts has a report of bounded length, whose parts still sum to the whole', () => {
    const tally = new FidelityTally();
    for (let part = 0; part < 1_500; part += 1) tally.translated(segment('body', `part${part}`));
    const { segments, parts } = tally.report({}, {});
    expect(segments.found).toBe(1_500);
    expect(parts).toHaveLength(1_001);
    expect(parts.at(-1)).toMatchObject({ name: 'other parts', segments: { found: 500 } });
  });

  it('standards that the file claims are details of its format, and others have none', () => {
    const conformance = [{ standard: 'PDF/A-2a', kept: true }];
    expect(new FidelityTally().report({}, { conformance }).format_details).toEqual({ conformance });
    expect(new FidelityTally().report({}, {})).not.toHaveProperty('format_details');
  });

  it('a report is read as it was kept', async () => {
    const tally = new FidelityTally();
    tally.translated(segment('body'));
    const report = tally.report({}, {});
    const blobs = new InMemoryBlobStore();
    await keepReport(blobs, 'report', report, { organizationId: 'org_1' });
    expect(await readReport(blobs, 'report')).toEqual(report);
  });
});
