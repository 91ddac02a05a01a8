import { describe, expect, it } from 'vitest';
import type { ReportContent, Table } from '../report-content.js';
import {
  emptyReport,
  fullReport,
  hostileReport,
  report,
  scriptsReport,
  section,
  table,
} from './report-samples.fixture.js';
import { writePdf } from './write-pdf.js';
import { bytesOfPdf, elementsOf, WrittenPdf } from './written-pdf.fixture.js';

const written = async (content: ReportContent): Promise<WrittenPdf> => await WrittenPdf.of(await bytesOfPdf(content));

const withTable = (changes: Partial<Table>): ReportContent => ({
  ...emptyReport,
  sections: [section({ tables: [{ ...table(1), ...changes }] })],
});

describe('a report as PDF', () => {
  it('a report as PDF is the same file when it is made again, whatever was made in between', async () => {
    const first = await bytesOfPdf(fullReport);
    await bytesOfPdf(scriptsReport);
    expect((await bytesOfPdf(fullReport)).equals(first)).toBe(true);
  });

  it('a report as PDF is another file for another report', async () => {
    const other = { ...fullReport, report: { ...report, id: 'rep_other' } };
    expect((await bytesOfPdf(other)).equals(await bytesOfPdf(fullReport))).toBe(false);
  });

  it('a report as PDF says what it is, in the words of its report', async () => {
    const pdf = await written({ ...emptyReport, report: { ...report, title: 'A < B & "C"' } });
    expect(pdf.info('Title')).toBe('A < B & "C"');
    expect(pdf.info('Author')).toBe('Väylä & Sanat Oy');
    expect(pdf.info('Subject')).toBe(`Compliance report ${report.id}`);
    expect(pdf.info('CreationDate')).toBe('D:20260401061230Z');
    expect((await bytesOfPdf({ ...emptyReport, report: { ...report, title: 'A < B' } })).toString('latin1')).toContain(
      '<rdf:li xml:lang="x-default">A &#60; B</rdf:li>',
    );
  });

  it('a report as PDF has a structure in which headings stand below each other', async () => {
    const { structure } = await written(fullReport);
    const headings = elementsOf(structure, 'H1', 'H2', 'H3').map(({ kind }) => kind);
    expect(headings.slice(0, 5)).toEqual(['H1', 'H2', 'H2', 'H2', 'H2']);
    expect(headings.filter((kind) => kind === 'H1')).toHaveLength(1);
    expect(headings.filter((kind) => kind === 'H3')).toHaveLength(3 + 24 + 4);
  });

  it('a report as PDF says which cells of a table are headers, and each header once', async () => {
    const { structure } = await written({ ...emptyReport, sections: [section({ tables: [table(200)] })] });
    const [summary, entries] = elementsOf(structure, 'Table');
    if (!summary || !entries) throw new Error('There are no tables');
    expect(elementsOf(summary, 'TH').map(({ scope }) => scope)).toEqual(['Column', 'Column', 'Row']);
    expect(elementsOf(entries, 'THead')).toHaveLength(1);
    expect(elementsOf(entries, 'TH').map(({ scope }) => scope)).toEqual(Array(6).fill('Column'));
    expect(elementsOf(entries, 'TR')).toHaveLength(201);
    expect(elementsOf(entries, 'TD')).toHaveLength(200 * 6);
  });

  it('a report as PDF says the values of a chart', async () => {
    const { structure } = await written(fullReport);
    const [bars, line] = elementsOf(structure, 'Figure');
    expect(bars?.alt).toBe(
      'Bar chart: Characters by endpoint, in characters. /v1/translate: 91,000,000; /v1/documents: 36,500,000; /v1/stream: 1,434,511.',
    );
    expect(line?.alt).toMatch(/^Line chart: Characters by day, in characters\. 2026-01-01: .*; 2026-03-31: /);
  });

  it('a report as PDF has an outline of its sections, and of what they hold', async () => {
    const { outline } = await written(fullReport);
    expect(outline.slice(0, 9)).toEqual([
      `0 ${report.title}`,
      '0 Summary',
      '0 Method and limits',
      '0 Checkpoint',
      '0 Use of the service',
      '1 Characters by endpoint',
      '1 Characters by day',
      '1 Entries of the audit log',
      '0 Controls of the criteria',
    ]);
    expect(outline[9]).toMatch(/^1 CC1\.1 /);
  });

  it('a report as PDF is written for an empty report and for hostile names', async () => {
    expect((await written(emptyReport)).pageCount).toBe(1);
    const hostile = await written(hostileReport);
    expect(hostile.pageCount).toBeGreaterThan(5);
    expect(hostile.info('Title')?.length).toBeLessThan(250);
  });

  it.each([
    ['without columns', { columns: [], rows: [[]] }],
    ['without rows', { rows: [] }],
    ['with rows that are too short and too long', { rows: [[], Array(40).fill('x')] }],
  ])('takes a table %s', async (_, changes) => {
    expect((await written(withTable(changes))).pageCount).toBe(1);
  });

  it('a report as PDF looks at the rows of a table as its pages are read', async () => {
    const rows = 2_000;
    let looks = 0;
    const { rows: all } = table(rows);
    const counted = new Proxy(all, {
      get: (target, key) => {
        if (typeof key === 'string' && /^\d+$/.test(key)) looks += 1;
        return Reflect.get(target, key);
      },
    });
    const chunks = writePdf(withTable({ rows: counted }));
    const seen: number[] = [];
    let [largest, bytes, count] = [0, 0, 0];
    for await (const chunk of chunks as AsyncIterable<Buffer>) {
      seen.push(looks);
      largest = Math.max(largest, count === 0 ? 0 : bytes);
      bytes = chunk.length;
      count += 1;
    }
    const steps = seen.map((now, at) => now - (seen[at - 1] ?? 0));
    expect(count).toBeGreaterThan(40);
    // The widths of the columns are found at once, from a sample; then few rows are looked at between two pages.
    expect(steps.filter((step) => step > 300)).toHaveLength(1);
    // All but the last, which has the fonts and the tree.
    expect(largest).toBeLessThan(256 * 1024);
  });

  it('a report as PDF lets other work have its turn after each page', async () => {
    let turns = 0;
    let isGoing = true;
    const turn = (): void => {
      turns += 1;
      if (isGoing) setImmediate(turn);
    };
    setImmediate(turn);
    const { pageCount } = await written(withTable(table(400)));
    isGoing = false;
    expect(turns).toBeGreaterThanOrEqual(pageCount);
  });
});
