import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { describeWith } from '#test/servers/describe-with.js';
import type { ReportContent, ReportSection } from '../report-content.js';
import { control, emptyReport, fullReport, report, scriptsReport, section, table } from './report-samples.fixture.js';
import { ShortIds } from './short-ids.js';
import { valueText } from './values.js';
import { bytesOfPdf } from './written-pdf.fixture.js';

const run = promisify(execFile);

/** The text of each page, as a reader of PDFs finds it. */
const pagesOf = async (content: ReportContent): Promise<string[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'transledger-report-'));
  try {
    const file = join(folder, 'report.pdf');
    await writeFile(file, await bytesOfPdf(content));
    const { stdout } = await run('pdftotext', ['-layout', file, '-'], { maxBuffer: 64 * 1024 * 1024 });
    return stdout.split('\f').slice(0, -1);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const unbroken = (text: string): string => text.replace(/\s+/g, '');
const bodyOf = (pages: readonly string[]): string => unbroken(pages.join(''));

/** Beginnings of a section, each with a text. */
const beginnings: Record<string, (text: string) => Partial<ReportSection>> = {
  paragraph: (text) => ({ text: [`${text} ${'And more words. '.repeat(12)}`] }),
  figures: (text) => ({ figures: [{ name: text, value: 1, unit: null }] }),
  chart: (text) => ({ charts: [{ kind: 'columns', title: 'Chart', unit: '', points: [{ label: text, value: 1 }] }] }),
  table: (text) => ({
    tables: [
      {
        title: 'Table',
        columns: [{ name: 'A', align: 'start' }],
        rows: ['1', '2', '3', '4', '5', text].map((one) => [one]),
      },
    ],
  }),
  'empty table': (text) => ({ tables: [{ title: text, columns: [], rows: [] }] }),
  'long table': (text) => ({
    tables: [{ ...table(20), rows: table(20).rows.map((row, at) => (at === 2 ? [...row.slice(0, 2), text] : row)) }],
  }),
  'figures below a line': (text) => ({ text: ['A line.'], figures: [{ name: text, value: 1, unit: null }] }),
  'chart below a note': (text) => ({
    evidence: { ids: [], count: 7, query: 'action=translate' },
    charts: [{ kind: 'bars', title: 'Chart', unit: '', points: [{ label: text, value: 1 }] }],
  }),
  controls: (text) => ({ controls: [{ ...control(0), text: `${text} ${'And more words. '.repeat(12)}` }] }),
};

describeWith(['poppler'], 'the text of a report', () => {
  it('the text of a report is all there', async () => {
    const text = bodyOf(await pagesOf(fullReport));
    const [usage, controls] = fullReport.sections;
    const said = [
      report.title,
      report.organization.name,
      report.id,
      '1 January 2026 to 31 March 2026',
      '1 April 2026, 06:12:30 UTC',
      'Partly evidenced',
      'Not applicable',
      '6 of 18 evidenced, 6 not applicable',
      '128,934,511characters',
      'E1  84,213 entries, the newest 100',
      'Filter: action translate; 2026-01-01 to 2026-03-31.',
      ...(usage?.text ?? []),
      ...(usage?.evidence.ids ?? []),
      ...(controls?.controls ?? []).flatMap(({ id, title, evidence }) => [`${id} ${title}`, ...evidence.ids]),
    ];
    for (const one of said) expect(text).toContain(unbroken(one));
  });

  it('the text of a report lists the same entries once, in an annex, and says where they are meant', async () => {
    const ids = Array.from({ length: 40 }, (_, at) => `aud_${String(at).padStart(26, '0')}`);
    const evidence = { ids, count: 40, query: 'action=translate' };
    const sections = ['First', 'Second'].map((title) => section({ id: title, title, evidence }));
    const text = bodyOf(await pagesOf({ ...fullReport, sections }));
    for (const id of ids) expect(text.split(id)).toHaveLength(2);
    expect(text).toContain(unbroken('For “First”, “Second”. Filter: action translate.'));
    expect(text.split(unbroken('40 entries of the audit log, in the annex under E1'))).toHaveLength(3);
  });

  it('the text of a report keeps a small table on one page, with its title', async () => {
    const small = { ...table(6), title: 'Small', columns: table(6).columns.slice(0, 1) };
    const rows = Array.from({ length: 6 }, (_, at) => [`row ${at} of the table`]);
    for (let paragraphs = 20; paragraphs < 40; paragraphs += 1) {
      const text = Array.from({ length: paragraphs }, () => 'A line.');
      const pages = await pagesOf({ ...emptyReport, sections: [section({ text, tables: [{ ...small, rows }] })] });
      const withRows = pages.filter((page) => page.includes('of the table'));
      expect(withRows).toHaveLength(1);
      expect(withRows[0]).toContain('Small');
    }
  });

  it.each(Object.entries(beginnings))(
    'the text of a report has the title of a section on the page of its %s, wherever that comes',
    async (_, beginningOf) => {
      const numbers = Array.from({ length: 43 }, (_, at) => at);
      const sections = numbers.flatMap((at) => [
        section({ title: 'Before', text: Array.from({ length: at }, () => 'A line.') }),
        section({ title: `Section ${at}.`, text: [], ...beginningOf(`First ${at}.`) }),
      ]);
      const pages = await pagesOf({ ...emptyReport, sections });
      const apart = numbers.filter(
        (at) => !pages.some((page) => page.includes(`Section ${at}.`) && page.includes(`First ${at}.`)),
      );
      expect(apart).toEqual([]);
    },
  );

  it('the text of a report has a control on one page: title, statement and evidence', async () => {
    const apart: number[] = [];
    const ids = Array.from({ length: 12 }, (_, at) => `aud_${String(at).padStart(26, '0')}`);
    const evidence = { ids, count: 12, query: 'action=translate' };
    const text = `Statement begins. ${'And more words. '.repeat(60)} Statement ends.`;
    for (let lines = 20; lines < 45; lines += 1) {
      const before = Array.from({ length: lines }, () => 'A line.');
      const sections = [section({ text: before, controls: [{ ...control(0), text, evidence }] })];
      const pages = await pagesOf({ ...emptyReport, sections });
      const said = [control(0).id, 'Statement begins.', 'Statement ends.', 'Evidence: 12'];
      if (!pages.some((page) => said.every((one) => page.includes(one)))) apart.push(lines);
    }
    expect(apart).toEqual([]);
  });

  it('the text of a report has the evidence of a section on the page of its last figure', async () => {
    const apart: number[] = [];
    const figures = Array.from({ length: 4 }, (_, at) => ({ name: `Figure ${at}.`, value: at, unit: 'entries' }));
    for (let lines = 20; lines < 45; lines += 1) {
      const text = Array.from({ length: lines }, () => 'A line.');
      const evidence = { ids: [], count: 0, query: 'action=translate' };
      const pages = await pagesOf({ ...emptyReport, sections: [section({ text, figures, evidence })] });
      if (!pages.some((page) => page.includes('Figure 3.') && page.includes('no entry of the audit log')))
        apart.push(lines);
    }
    expect(apart).toEqual([]);
  });

  it.each([1, 2, 7, 27, 28, 29, 30, 31, 90, 365])(
    'the text of a report names the last of %d days in a chart, and no day in part',
    async (count) => {
      const points = Array.from({ length: count }, (_, at) => ({
        label: new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10),
        value: at % 3,
      }));
      const labels = points.map(({ label }) => label);
      for (const kind of ['columns', 'line'] as const) {
        const charts = [{ kind, title: 'Use', unit: 'requests', points }];
        const text = (await pagesOf({ ...emptyReport, sections: [section({ text: [], charts })] })).join('');
        const named = text.match(/2026-[\d-]+/g) ?? [];
        expect(named.at(-1)).toBe(labels.at(-1));
        if (count > 1) expect(named).toContain(labels[0]);
        for (const label of named) expect(labels).toContain(label);
        expect(text).not.toContain('0.5');
      }
    },
  );

  it('the text of a report names every bar of a chart whole', async () => {
    const points = Array.from({ length: 20 }, (_, at) => ({
      label: `translation desk of the northern office, number ${at} (key_${String(at).padStart(26, '0')})`,
      value: at,
    }));
    const charts = [{ kind: 'bars' as const, title: 'Use', unit: 'requests', points }];
    const folded = (await pagesOf({ ...emptyReport, sections: [section({ charts })] })).join('');
    const shortIds = new ShortIds();
    const shown = points.map(({ label }) => shortIds.in(label));
    expect(folded.replaceAll('key_…', '')).not.toContain('…');
    for (const label of shown) expect(folded).toContain(label.slice(label.indexOf('key_')));
    for (const { label } of points) expect(folded).toContain(label.slice(label.indexOf('key_'), -1));
  });

  it('the text of a report leaves no line of a paragraph alone on a page', async () => {
    const method = Array.from(
      { length: 300 },
      (_, at) => `Begin ${at}. ${'and words '.repeat(4 + ((at * at) % 41))} end ${at}.`,
    );
    const ends = (await pagesOf({ ...emptyReport, method }))
      .map((page) => page.split('\n').filter((line) => /Begin|and words|end \d/.test(line)))
      .flatMap((lines) => [lines.at(0), lines.at(-1)]);
    const alone = ends.filter((line, at) => {
      const [begins, finishes] = [/^ *Begin/.test(line ?? ''), / end \d+\.$/.test(line ?? '')];
      return begins !== finishes && (at % 2 === 0 ? finishes : begins);
    });
    expect(alone).toEqual([]);
  });

  it('the text of a report has the signed note, complete', async () => {
    const text = bodyOf(await pagesOf(fullReport));
    for (const line of fullReport.checkpoint?.split('\n') ?? []) expect(text).toContain(unbroken(line));
  });

  it('the text of a report has the signed note on the page of its title', async () => {
    const { checkpoint } = fullReport;
    for (let paragraphs = 15; paragraphs < 40; paragraphs += 1) {
      const method = Array.from({ length: paragraphs }, () => 'A line.');
      const pages = (await pagesOf({ ...emptyReport, checkpoint, method })).map(unbroken);
      const withTitle = pages.find((page) => page.includes('Thesignednote'));
      for (const line of checkpoint?.split('\n') ?? []) expect(withTitle).toContain(unbroken(line));
      expect(withTitle).toContain('Checkpoint');
    }
  });

  it('the text of a report has every row of a table once, under its header, and the number of each page', async () => {
    const content = { ...fullReport, checkpoint: null, sections: [section({ tables: [table(400)] })] };
    const pages = await pagesOf(content);
    expect(pages.length).toBeGreaterThan(8);
    pages.forEach((page, at) => {
      expect(page).toContain(`Page ${at + 1} of ${pages.length}`);
    });
    const annex = pages.findIndex((page) => page.includes('Annex: ids in full'));
    for (const page of pages.slice(0, annex)) expect(page.match(/Entry +Time +Action/g)).toHaveLength(1);
    const lines = pages.join('\n').split('\n');
    for (const row of table(400).rows) {
      const [id = '', time = ''] = row.map(valueText);
      expect(lines.filter((line) => line.includes(id) && line.includes(time))).toHaveLength(1);
    }
  });

  it('the text of a report can be searched in other scripts', async () => {
    const text = bodyOf(await pagesOf(scriptsReport));
    for (const words of [
      'Μεταφραστική',
      '«Переводчик»',
      'Việt',
      'Łódź',
      '北京翻译有限公司',
      '株式会社ほんやく',
      'חברתהתרגום',
    ])
      expect(text.normalize('NFC')).toContain(words.normalize('NFC'));
  });
});
