import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createFormatHost } from '#libs/documents/formats/host/format-host.js';
import { legacyFormats } from '#libs/documents/formats/legacy-formats.js';
import { convertingFormatHost } from '#libs/documents/office/converting-format-host.js';
import { OfficeConverter } from '#libs/documents/office/office-converter.js';
import { type FidelityArguments, readFidelityArguments } from './fidelity-arguments.js';
import { fidelityTable } from './fidelity-table.js';
import { type FileCheck, FileChecks, isFailed } from './file-check.js';
import { drawProgress } from './progress-bar.js';
import { type GalleryFile, GalleryFiles, missingPrograms } from './rendering/gallery-files.js';
import { galleryPage } from './rendering/gallery-page.js';
import { severalAtOnce } from './several-at-once.js';

// Reads and writes every file of a folder as the service would. Exit code 1 when one came back other than it had to.

const readArguments = (): FidelityArguments => {
  try {
    return readFidelityArguments(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(2);
  }
};

const { folder, report, gallery, perFormat, limit, atOnce } = readArguments();
const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(2);
});
const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
const files = paths.filter((path) => !path.split('/').includes('.git')).sort();

if (gallery !== undefined && missingPrograms().length > 0) {
  process.stderr.write(`The gallery needs ${missingPrograms().join(', ')}, which are not installed here.\n`);
  process.exit(2);
}

const limitMs = limit * 1_000;
// A file is extracted and merged at the same time, and one thread is always left to others; so is one conversion.
const host = convertingFormatHost(
  createFormatHost({ threads: 2 * atOnce + 1 }),
  new OfficeConverter({ slots: atOnce + 1, limitMs }),
  legacyFormats,
);
const scratch = await mkdtemp(join(tmpdir(), 'transledger-fidelity-'));
// The first signal ends the run after the files at hand, with a table of what was read; the second ends it at once.
const ended = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => ended.abort());
}

const checkAll = async (): Promise<FileCheck[]> => {
  const checking = new FileChecks(host, scratch, limitMs);
  return severalAtOnce(
    files,
    atOnce,
    (path) => checking.check(path),
    (done) => drawProgress(process.stderr, done, files.length, 'files'),
    ended.signal,
  );
};

/** The first files of each format that were read. */
const chosen = (checks: readonly FileCheck[]): FileCheck[] =>
  [
    ...Map.groupBy(
      checks.filter(({ letters }) => letters !== undefined),
      ({ format }) => format,
    ).values(),
  ].flatMap((of) => of.slice(0, perFormat));

const drawAll = async (into: string, checks: readonly FileCheck[]): Promise<void> => {
  await mkdir(into, { recursive: true });
  const drawing = new GalleryFiles(host, into, limitMs);
  const shown = chosen(checks).map((check, at) => ({ check, at }));
  const draw = async ({ check, at }: { check: FileCheck; at: number }): Promise<GalleryFile[]> => {
    try {
      const file = await drawing.draw(check.path, check.format ?? '', at + 1);
      check.layout = file.layout;
      return [file];
    } catch (error) {
      process.stderr.write(`\n${check.path} is not in the gallery: ${String(error).split('\n')[0]}\n`);
      return [];
    }
  };
  const drawn = await severalAtOnce(
    shown,
    atOnce,
    draw,
    (done) => drawProgress(process.stderr, done, shown.length, 'pictures'),
    ended.signal,
  );
  await writeFile(join(into, 'index.html'), galleryPage(drawn.flat()));
};

let checks: FileCheck[];
try {
  checks = await checkAll();
  if (gallery !== undefined) await drawAll(gallery, checks);
} finally {
  await host.close();
  await rm(scratch, { recursive: true, force: true });
}
process.stdout.write(
  fidelityTable(
    resolve(folder),
    checks.map((check) => ({ ...check, path: resolve(check.path) })),
  ),
);
if (report !== undefined) await writeFile(report, `${JSON.stringify({ folder, files: checks }, undefined, 2)}\n`);
if (checks.length < files.length) process.stderr.write(`Ended after ${checks.length} of ${files.length} files.\n`);
process.exit(checks.some(isFailed) || ended.signal.aborted ? 1 : 0);
