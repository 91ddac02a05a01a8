import { afterAll, beforeAll, expect, it } from 'vitest';
import { WorkCounter } from '#test/work/counted-work.js';
import { growthOf } from '#test/work/linear-work.js';
import type { ReportContent } from '../report-content.js';
import { emptyReport, evidence, report, section, table } from './report-samples.fixture.js';
import { bytesOfPdf } from './written-pdf.fixture.js';

const withSection = (changes: Parameters<typeof section>[0]): ReportContent => ({
  ...emptyReport,
  sections: [section(changes)],
});
const points = (count: number) => Array.from({ length: count }, (_, at) => ({ label: `${at}`, value: at }));

const contents: Record<string, (count: number) => ReportContent> = {
  'rows of a table': (count) => withSection({ tables: [table(count)] }),
  'points of a chart': (count) =>
    withSection({ charts: [{ kind: 'bars', title: 'A', unit: 'b', points: points(count) }] }),
  'words of a paragraph': (count) => withSection({ text: ['word '.repeat(count)] }),
  'characters of a word': (count) => withSection({ text: ['x'.repeat(count)] }),
  'marks on a letter': (count) => withSection({ text: ['\u0301'.repeat(count)] }),
  'Arabic words': (count) => withSection({ text: ['شركة '.repeat(count)] }),
  'characters of a name': (count) => ({ ...emptyReport, report: { ...report, title: 'x'.repeat(count * 10) } }),
  'values of a cell': (count) => withSection({ figures: [{ name: 'x'.repeat(count * 10), value: 1, unit: null }] }),
  controls: (count) =>
    withSection({
      controls: Array.from({ length: count / 4 }, () => ({
        id: 'A',
        title: 'B',
        status: 'evidenced' as const,
        text: 'C',
        evidence: evidence(1),
      })),
    }),
};

let counter: WorkCounter;
beforeAll(() => {
  counter = new WorkCounter();
});
afterAll(() => counter.end());

it.each(Object.keys(contents))('the work grows as the %s do', async (name) => {
  const growth = await growthOf(
    counter,
    (text) => bytesOfPdf((contents[name] as (count: number) => ReportContent)(text.length)),
    'x',
    400,
  );
  expect(growth).toMatchObject({ isLinear: true });
});
