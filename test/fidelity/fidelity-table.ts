import { relative } from 'node:path';
import { type FileCheck, isFailed } from './file-check.js';
import { metrics, percent, shareOf } from './metrics.js';

const share = ({ letters }: FileCheck): string => {
  if (letters === undefined) return '';
  if (letters.source === 0) return letters.translated === 0 ? 'no text' : '0 %';
  return percent(letters.changed / letters.source);
};

const identityOf = ({ identical }: FileCheck): string =>
  identical === undefined ? '' : identical ? 'same' : 'CHANGED';

const noteOf = ({ fault, refused, letters, structure, moved, layout }: FileCheck): string => {
  if (fault !== undefined) return fault;
  if (refused !== undefined) return `refused: ${refused}`;
  const more = letters === undefined ? 0 : letters.translated - letters.source;
  const notes = [
    more < 0 ? `${-more} letters lost` : more > 0 ? `${more} letters doubled` : '',
    structure ?? '',
    moved === undefined || moved.wrong === 0 ? '' : `${moved.wrong} of ${moved.words} words wrong when turned round`,
    moved === undefined || moved.unpaired === 0 ? '' : `${moved.unpaired} segments with tags that do not pair`,
    layout?.opens === false ? 'does not open' : '',
  ];
  return notes.filter((note) => note !== '').join('; ');
};

const columns = (rows: readonly string[][]): string[] => {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
};

const markdownRows = (rows: readonly string[][]): string[] => {
  const [head = [], ...others] = rows.map((row) => `| ${row.join(' | ')} |`);
  return [`${head}`, `|${'---|'.repeat(rows[0]?.length ?? 0)}`, ...others];
};

const shareIn = (name: string, checks: readonly FileCheck[]): string => {
  const metric = metrics.find((candidate) => candidate.name === name);
  const found = metric && shareOf(metric, checks);
  return found === undefined ? '–' : percent(found.share);
};

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const formatRow = ([format, of]: [string, FileCheck[]]): string[] => {
  const read = of.filter(({ letters }) => letters !== undefined);
  return [
    format,
    `${of.length}`,
    `${of.filter(({ refused }) => refused !== undefined).length}`,
    shareIn('Identity', of),
    shareIn('Pseudo coverage', of),
    shareIn('All but text unchanged', of),
    shareIn('Inline tags, words turned round', of),
    shareIn('Recall against another program', of),
    shareIn('Text in its place', of),
    `${of.filter(isFailed).length}`,
    `${median(read.map(({ ms }) => ms))} / ${Math.max(0, ...of.map(({ ms }) => ms))}`,
    `${Math.max(0, ...of.map(({ memory = 0 }) => memory))}`,
  ];
};

const formatHead = [
  ...['Format', 'Files', 'Refused', 'Identity', 'Coverage', 'Structure', 'Tags', 'Recall', 'In place', 'Failed'],
  ...['ms, median / most', 'MiB'],
];

/** Both tables in Markdown: each metric with its target, and each format. */
export const fidelitySummary = (checks: readonly FileCheck[]): string[] => {
  const metricRows = metrics.map((metric) => {
    const found = shareOf(metric, checks);
    const { name, target, of } = metric;
    if (found === undefined) return [name, target, 'not measured', ''];
    return [name, target, `${percent(found.share)} (${found.right} of ${found.all} ${of})`, found.isMet ? 'yes' : 'no'];
  });
  const byFormat = [...Map.groupBy(checks, ({ format = 'none' }) => format)].sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  return [
    ...markdownRows([['Metric', 'Target', 'Reached', 'Met'], ...metricRows]),
    '',
    ...markdownRows([formatHead, ...byFormat.map(formatRow)]),
  ];
};

/** A line for each file, then the metrics and the formats, then the failures by name. */
export const fidelityTable = (folder: string, checks: readonly FileCheck[]): string => {
  const files = checks.map((check) => [
    relative(folder, check.path),
    check.format ?? '',
    identityOf(check),
    share(check),
    `${check.ms} ms`,
    noteOf(check),
  ]);
  const failures = checks
    .filter(isFailed)
    .map(
      (check) =>
        `✗ ${relative(folder, check.path)}: ${noteOf(check) || 'changed by a translation equal to its source'}`,
    );
  return [
    ...columns([['File', 'Format', 'Identity', 'Coverage', 'Time', ''], ...files]),
    '',
    ...fidelitySummary(checks),
    '',
    ...failures,
    `${checks.length} files, ${failures.length} failed`,
    '',
  ].join('\n');
};
