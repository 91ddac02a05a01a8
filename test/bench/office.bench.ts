import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { defaultMergeOptions, type SourceFile } from '#libs/documents/formats/format.port.js';
import { createFormatHost } from '#libs/documents/formats/host/format-host.js';
import { legacyFormats } from '#libs/documents/formats/legacy-formats.js';
import { fileChunks, memoryFile } from '#libs/documents/formats/source-file.js';
import { convertingFormatHost } from '#libs/documents/office/converting-format-host.js';
import { fileOnDisk } from '#libs/documents/office/file-on-disk.js';
import { LimitedPrograms } from '#libs/documents/office/limited-programs.js';
import {
  type ConversionUser,
  type ConvertedFile,
  OfficeConverter,
  writeContent,
} from '#libs/documents/office/office-converter.js';
import { exportFilter } from '#libs/documents/office/office-filters.js';
import { writeOfficeProfile } from '#libs/documents/office/office-profile.js';
import { officeProgram } from '#libs/documents/office/office-program.js';
import { makeScratchFolder, removeFolder } from '#libs/documents/office/office-scratch.js';
import { projectRoot } from '#test/project-root.js';
import { debianVersion, keepReport, machineLines } from './machine.js';
import { median } from './quantile.js';

/*
 * Small DOC, XLS and PPT by a LibreOffice that stays, and by one for each file: one conversion, and all that a document
 * needs from its upload to its translation.
 */
const rounds = Number(process.env.ROUNDS ?? 7);
const user = { organizationId: 'org_1' };
const files = [
  { format: 'doc', to: 'odt', name: 'letter.doc' },
  { format: 'xls', to: 'xlsx', name: 'table.xls' },
  { format: 'ppt', to: 'odp', name: 'slides.ppt' },
];

/** Starts LibreOffice for each file, as the service did before. */
class StartingConverter extends OfficeConverter {
  private readonly programs = new LimitedPrograms();

  override async convert(
    content: AsyncIterable<Uint8Array>,
    from: string,
    to: string,
    { signal }: ConversionUser,
  ): Promise<ConvertedFile> {
    const folder = await makeScratchFolder();
    const source = join(folder, `document.${from}`);
    await writeContent(source, content, signal);
    await writeOfficeProfile(join(folder, 'profile'));
    const output = join(folder, 'output');
    await mkdir(output);
    const command = [
      ...[officeProgram() ?? 'soffice', '--headless', '--norestore', '--nologo', '--nolockcheck', '--nodefault'],
      `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`,
      ...['--convert-to', exportFilter(from, to), '--outdir', output, source],
    ];
    await this.programs.run(command, { folder, limitMs: 120_000, late: 'too late' }, signal);
    const { handle, ...file } = await fileOnDisk(join(output, `document.${to}`));
    const dispose = async (): Promise<void> => {
      await handle.close();
      await removeFolder(folder);
    };
    return { ...file, [Symbol.asyncDispose]: dispose };
  }
}

const hostOf = (converter: OfficeConverter) => convertingFormatHost(createFormatHost(), converter, legacyFormats);
const options = { ...defaultMergeOptions, sourceLanguage: 'en', targetLanguage: 'es' };

/** Reads the segments at its upload and again for its translation, and writes that. */
const translate = async (host: ReturnType<typeof hostOf>, format: string, file: SourceFile): Promise<void> => {
  for await (const _segments of host.extract(format, file, options, user));
  const segments = (await Array.fromAsync(host.extract(format, file, options, user))).flat();
  async function* translations() {
    for (const { parts } of segments) yield parts;
    return undefined;
  }
  const merged = host.merge(format, file, options, translations(), user);
  for await (const _bytes of merged);
};

const secondsOf = async (work: () => Promise<void>): Promise<number> => {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1_000;
};

const works = (converter: OfficeConverter) => {
  const host = hostOf(converter);
  return {
    close: () => host.close(),
    conversion: (format: string, to: string, file: SourceFile) =>
      secondsOf(async () => {
        await using _made = await converter.convert(fileChunks(file), format, to, user);
      }),
    document: (format: string, _to: string, file: SourceFile) => secondsOf(() => translate(host, format, file)),
  };
};

const two = (value: number): string => value.toFixed(2);
const range = (seconds: readonly number[]): string =>
  `${two(median(seconds))} | ${two(Math.min(...seconds))} – ${two(Math.max(...seconds))}`;

const rows: string[] = [];
for (const what of ['conversion', 'document'] as const) {
  for (const { format, to, name } of files) {
    const file = memoryFile(await readFile(join(projectRoot, 'libs/documents/formats/compound/samples', name)));
    const starting = works(new StartingConverter());
    const staying = works(new OfficeConverter());
    await starting[what](format, to, file); // fills the page cache
    const first = await staying[what](format, to, file);
    const times = { starting: [] as number[], staying: [] as number[] };
    for (let round = 0; round < rounds; round += 1) {
      times.starting.push(await starting[what](format, to, file));
      times.staying.push(await staying[what](format, to, file));
    }
    await Promise.all([starting.close(), staying.close()]);
    const title =
      what === 'conversion' ? `${name} becomes ${to.toUpperCase()}` : `${name}, from its upload to its translation`;
    rows.push(`| ${title} | ${range(times.starting)} | ${two(first)} | ${range(times.staying)} |`);
    console.log(rows.at(-1));
  }
}

await keepReport(
  'office',
  `# Old Office documents

${machineLines()}
LibreOffice ${debianVersion('libreoffice-core-nogui')}. Seconds for small files, ${rounds} of each by turns: with a LibreOffice that starts for each, as before, and with one that
stays, whose first file waits for its start. From its upload to its translation a document is read twice and written once, which is four
conversions; each translation is equal to its source. \`npm run bench office\` measures again.

| what | a start for each: median | lowest – highest | staying: first | further: median | lowest – highest |
|---|---|---|---|---|---|
${rows.join('\n')}
`,
);
