import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { flagsOf } from '#apps/standalone/role-process.js';
import { largeFiles } from '#libs/documents/formats/host/large-files.fixture.js';
import { translatedDocument } from './document-journey.js';
import type { DocumentPass } from './document-pass.js';
import { keepReport, machineLines } from './machine.js';
import { median } from './quantile.js';

/**
 * Each format from the file into segments and back, every translation equal to its source, in a process of its own; XLSX
 * and DOCX beside the usual libraries of Python, which load and save the same file; and a long DOCX through the product.
 */
const usualMegabytes = 100;
const megabytes = Number(process.env.MEGABYTES ?? usualMegabytes);
const rounds = Number(process.env.ROUNDS ?? 3);
const chosen = (process.env.FORMATS ?? Object.keys(largeFiles).join(',')).split(',');
/** A Python that has `openpyxl` and `docx`. */
const python = process.env.PYTHON ?? 'python3';
const megabyte = 2 ** 20;
const folder = await mkdtemp(join(tmpdir(), 'transledger-bench-'));

/** A PDF of text reaches its limit, 10,000 pages, with a ninth of the bytes. */
const shareOfBytes: Readonly<Record<string, number>> = { pdf: 0.11 };

const fileOf = async (format: string, bytes: number): Promise<string> => {
  const path = join(folder, `${bytes}.${format}`);
  await writeFile(path, largeFiles[format]?.(bytes) ?? '');
  return path;
};

const program = join(import.meta.dirname, 'document-pass.js');
const flags = flagsOf('worker', process.env);
const passOf = (format: string, small: string, path: string): DocumentPass =>
  JSON.parse(
    execFileSync(process.execPath, [...flags, program, format, small, path], { encoding: 'utf8' }),
  ) as DocumentPass;

const one = (value: number): string => value.toFixed(value < 100 ? 1 : 0);
const inMegabytes = (bytes: number): number => Math.round(bytes / megabyte);

const formatRows: string[] = [];
for (const format of chosen) {
  const bytes = Math.round(megabytes * megabyte * (shareOfBytes[format] ?? 1));
  const small = await fileOf(format, megabyte / 16);
  const path = await fileOf(format, bytes);
  const { extractSeconds, mergeSeconds, segments, pages, growth, isSame, error } = passOf(format, small, path);
  const seconds = extractSeconds + mergeSeconds;
  const size = bytes / megabyte;
  const outcome = error ?? (isSame ? 'the same bytes' : 'other bytes');
  const ofPages = format === 'pdf' && error === undefined ? one(pages / seconds) : '';
  const figures =
    error === undefined
      ? [one(size / extractSeconds), one(size / mergeSeconds), one(size / seconds), segments.toLocaleString('en')]
      : ['', '', '', ''];
  formatRows.push(`| ${[format, one(size), ...figures, ofPages, inMegabytes(growth), outcome].join(' | ')} |`);
  console.log(formatRows.at(-1));
  await rm(path);
}

/**
 * Loads and saves the file of its first argument; prints seconds and bytes above those after the imports. The highest
 * memory that `getrusage` knows is that of the process which started this one, when that had more.
 */
const pythonPass = (imports: string, loadAndSave: string): string => `
import sys, time
${imports}
def memory(field):
    return next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith(field)) * 1024
idle = memory("VmRSS")
began = time.perf_counter()
${loadAndSave}
print(time.perf_counter() - began, memory("VmHWM") - idle)
`;
const libraries = [
  {
    format: 'xlsx',
    name: 'openpyxl',
    bar: '≥ 1.5 × as fast',
    bytes: 8 * megabyte,
    code: pythonPass('import openpyxl', 'openpyxl.load_workbook(sys.argv[1]).save(sys.argv[1] + ".saved")'),
  },
  {
    format: 'docx',
    name: 'python-docx',
    bar: '≤ 5 × as long',
    // 10,000 paragraphs.
    bytes: 10_000 * 315,
    code: pythonPass('import docx', 'docx.Document(sys.argv[1]).save(sys.argv[1] + ".saved")'),
  },
];

const comparedRows: string[] = [];
const notes: string[] = [];
for (const { format, name, bar, bytes, code } of libraries) {
  const small = await fileOf(format, megabyte / 16);
  const path = await fileOf(format, bytes);
  const ours: DocumentPass[] = [];
  const theirs: { seconds: number; growth: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    ours.push(passOf(format, small, path));
    const { status, stdout, stderr } = spawnSync(python, ['-c', code, path], { encoding: 'utf8' });
    if (status !== 0) {
      notes.push(`\`${name}\` was not compared with: ${stderr?.trim().split('\n').at(-1) ?? 'no Python'}.`);
      break;
    }
    const [seconds = Number.NaN, growth = Number.NaN] = stdout.trim().split(' ').map(Number);
    theirs.push({ seconds, growth });
  }
  const seconds = median(ours.map(({ extractSeconds, mergeSeconds }) => extractSeconds + mergeSeconds));
  const growth = median(ours.map((pass) => pass.growth));
  const what = `${format}, ${one(bytes / megabyte)} MiB, ${(ours[0]?.segments ?? 0).toLocaleString('en')} segments`;
  comparedRows.push(`| ${what} | Transledger | ${seconds.toFixed(2)} | ${inMegabytes(growth)} | | | ${bar} |`);
  if (theirs.length > 0) {
    const theirSeconds = median(theirs.map((pass) => pass.seconds));
    const theirGrowth = median(theirs.map((pass) => pass.growth));
    comparedRows.push(
      `| | ${name} | ${theirSeconds.toFixed(2)} | ${inMegabytes(theirGrowth)} | ${(theirSeconds / seconds).toFixed(2)} | ${(growth / theirGrowth).toFixed(2)} | |`,
    );
  }
  console.log(comparedRows.slice(-2).join('\n'));
}

const journey = process.env.JOURNEY === '0' ? undefined : await translatedDocument(folder);

const report = `# Documents

${machineLines()}

## Each format

From the file into segments and back by the threads of a worker, each translation equal to its source and kept in a file between.
A process a format, which had read and written a file of 64 KiB before. The parts of zipped formats are not compressed, so that
MiB are those of their markup. Memory is the highest of the whole process, above what it was after the small file.

| format | MiB | extract MiB/s | merge MiB/s | both MiB/s | segments | pages/s | growth, MiB | result |
|---|---|---|---|---|---|---|---|---|
${formatRows.join('\n')}

## Beside libraries of Python

Both by turns on the same file, medians of ${rounds} rounds. *Transledger* extracts and merges; the library loads and saves. Memory is the
growth over the idle process.

| file | | seconds | growth, MiB | its seconds ÷ ours | our memory ÷ its | bar |
|---|---|---|---|---|---|---|
${comparedRows.join('\n')}
${notes.map((note) => `\n${note}\n`).join('')}
## Through the product

${journey ?? 'Not measured in this run.'}
`;
if (megabytes === usualMegabytes && chosen.length === Object.keys(largeFiles).length)
  await keepReport('documents', report);
else console.log(report);
await rm(folder, { recursive: true, force: true });
