import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it, vi } from 'vitest';
import { odfEntries, odtOf, p } from '#libs/documents/formats/odf/odf-sample.fixture.js';
import { fileChunks, memoryFile } from '#libs/documents/formats/source-file.js';
import { zipEntries } from '#libs/documents/formats/zip/zip-entries.fixture.js';
import { zipOf } from '#libs/documents/formats/zip/zip-sample.fixture.js';
import { describeWith } from '#test/servers/describe-with.js';
import { OfficeConverter, type OfficeConverterOptions } from './office-converter.js';
import { removeAbandonedFolders } from './office-scratch.js';
import { isolationOf } from './program-isolation.js';

const samples = new URL('../formats/compound/samples/', import.meta.url);
const letter = readFileSync(new URL('letter.doc', samples));
const damaged = Buffer.concat([letter.subarray(0, 600), Buffer.alloc(4_000, 7)]);
const foldersOf = (owner = process.pid) =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`transledger-office-${owner}-`));

interface Running {
  pid: number;
  words: string;
}

/** The processes that have a folder of this process, or of another, among their words. */
const runningFor = (owner = process.pid): Running[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const words = readFileSync(join('/proc', name, 'cmdline'), 'utf8').replaceAll('\0', ' ');
        return words.includes(`transledger-office-${owner}-`) ? [{ pid: Number(name), words }] : [];
      } catch {
        return [];
      }
    });
const staying = (): Running[] => runningFor().filter(({ words }) => /soffice\.bin .*open\.txt/.test(words));
const untilConverting = (owner?: number) =>
  vi.waitUntil(() => runningFor(owner).some(({ words }) => /--convert-to [a-z]+:/.test(words)), {
    timeout: 60_000,
    interval: 1,
  });

describeWith(['libreoffice'], 'a LibreOffice that stays', () => {
  let starts = 0;
  const open: OfficeConverter[] = [];
  const converterWith = (options: OfficeConverterOptions = {}): OfficeConverter => {
    starts = 0;
    const isolation = (program: string) => {
      starts += 1;
      return isolationOf(program).words;
    };
    const converter = new OfficeConverter({ isolation, ...options });
    open.push(converter);
    return converter;
  };
  afterEach(async () => {
    await Promise.all(open.splice(0).map((converter) => converter.close()));
    await expect.poll(() => runningFor()).toEqual([]);
    expect(foldersOf()).toEqual([]);
  });

  const convert = async (
    by: OfficeConverter,
    {
      content = letter as Buffer<ArrayBufferLike>,
      from = 'doc',
      to = 'odt',
      organizationId = 'org_1',
      signal = undefined as AbortSignal | undefined,
    } = {},
  ): Promise<Buffer> => {
    await using file = await by.convert(fileChunks(memoryFile(content)), from, to, { organizationId, signal });
    return Buffer.concat(await Array.fromAsync(fileChunks(file)));
  };
  const isLetter = (odt: Buffer): boolean =>
    zipEntries(odt).some(
      ({ name, content }) => name === 'content.xml' && Buffer.from(content).includes('This is a test.'),
    );

  it('converts the files of an organization one after the other, each in a folder that goes with it', async () => {
    const converter = converterWith();
    expect(isLetter(await convert(converter))).toBe(true);
    const xls = readFileSync(new URL('table.xls', samples));
    expect(zipEntries(await convert(converter, { content: xls, from: 'xls', to: 'xlsx' })).length).toBeGreaterThan(5);
    const ppt = readFileSync(new URL('slides.ppt', samples));
    const odp = await convert(converter, { content: ppt, from: 'ppt', to: 'odp' });
    expect((await convert(converter, { content: odp, from: 'odp', to: 'ppt' })).length).toBeGreaterThan(5_000);
    expect(starts).toBe(1);
    const [folder] = foldersOf();
    const left = readdirSync(join(tmpdir(), folder ?? expect.fail()), { recursive: true, encoding: 'utf8' });
    expect(left.filter((name) => /^file|document|made/.test(name))).toEqual([]);
  });

  it('keeps no word, name or font of a file', async () => {
    const converter = converterWith();
    await convert(converter, { content: odtOf(p('Zanzibarquay in a letter')), from: 'odt', to: 'pdf' });
    const [folder] = foldersOf();
    const place = join(tmpdir(), folder ?? expect.fail());
    const names = readdirSync(place, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const all = names.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
    expect(all.filter((content) => /Zanzibarquay|document\.odt/.test(content))).toEqual([]);
    expect(starts).toBe(1);
  });

  it('ends after a file that brings fonts along, which it would have for the next one', async () => {
    const font = readFileSync('/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf');
    const source =
      '<svg:font-face-src><svg:font-face-uri xlink:href="Fonts/quay.ttf" xlink:type="simple"><svg:font-face-format svg:string="truetype"/></svg:font-face-uri></svg:font-face-src>';
    const manifest = ['content.xml', 'styles.xml', 'meta.xml', 'settings.xml', 'Fonts/quay.ttf']
      .map((name) => `<manifest:file-entry manifest:full-path="${name}" manifest:media-type=""/>`)
      .join('');
    const face = `<office:font-face-decls><style:font-face style:name="Quay" svg:font-family="Quay">${source}</style:font-face></office:font-face-decls>`;
    const entries = odfEntries({ kind: 'text', body: p('A letter'), manifest }).map((entry) =>
      entry.name === 'content.xml'
        ? { ...entry, content: String(entry.content).replace('<office:automatic-styles>', `${face}$&`) }
        : entry,
    );
    const content = zipOf([...entries, { name: 'Fonts/quay.ttf', content: font }]);
    const converter = converterWith();
    await convert(converter);
    expect(staying()).toHaveLength(1);
    await convert(converter, { content, from: 'odt', to: 'pdf' });
    await expect.poll(() => runningFor()).toEqual([]);
    expect(starts).toBe(1);
  });

  it('ends before a file of another organization where there is one place', async () => {
    const converter = converterWith({ slots: 1 });
    await convert(converter);
    const [first] = staying();
    await convert(converter, { organizationId: 'org_2' });
    expect(staying().map(({ pid }) => pid)).not.toContain(first?.pid);
    expect(staying()).toHaveLength(1);
    expect(starts).toBe(2);
  });

  it('ends after a file that it cannot read, which is tried in a new one before it is refused', async () => {
    const converter = converterWith();
    await convert(converter);
    await expect(convert(converter, { content: damaged })).rejects.toMatchObject({ reason: 'invalid' });
    expect(starts).toBe(2);
    await expect.poll(() => runningFor()).toEqual([]);
    expect(isLetter(await convert(converter))).toBe(true);
    expect(starts).toBe(3);
  });

  it.each([
    ['so many files', { maxFiles: 1 }],
    ['so much memory', { maxResidentBytes: 1_024 }],
  ])('ends after %s', async (_what, limits) => {
    const converter = converterWith(limits);
    await convert(converter);
    await convert(converter);
    await convert(converter);
    expect(starts).toBe(3);
  });

  it('ends when it has waited for a file long enough', async () => {
    const converter = converterWith({ maxIdleMs: 10 });
    await convert(converter);
    await vi.waitFor(() => expect(foldersOf()).toEqual([]), 30_000);
    await expect.poll(() => runningFor()).toEqual([]);
  });

  it('ends with a file that takes too long, and one whose caller goes away', async () => {
    const slow = converterWith({ limitMs: 50 });
    await expect(convert(slow)).rejects.toMatchObject({ reason: 'hostile' });
    await expect.poll(() => runningFor()).toEqual([]);
    const converter = converterWith();
    await convert(converter);
    const caller = new AbortController();
    const converting = convert(converter, { signal: caller.signal });
    await untilConverting();
    caller.abort(new Error('gone'));
    await expect(converting).rejects.toThrow('gone');
    await expect.poll(() => runningFor()).toEqual([]);
    expect(isLetter(await convert(converter))).toBe(true);
  });

  it('is replaced where it is killed in the middle of a file, or between two', async () => {
    const converter = converterWith();
    await convert(converter);
    const converting = convert(converter);
    await untilConverting();
    process.kill(staying()[0]?.pid ?? expect.fail(), 'SIGKILL');
    expect(isLetter(await converting)).toBe(true);
    expect(starts).toBe(2);
    process.kill(staying()[0]?.pid ?? expect.fail(), 'SIGKILL');
    expect(isLetter(await convert(converter))).toBe(true);
    expect(starts).toBe(3);
  });

  it('ends when the service is killed, in the middle of a file too', async () => {
    const code = `
      import { readFileSync } from 'node:fs';
      import { OfficeConverter } from '#libs/documents/office/office-converter.js';
      const letter = readFileSync(process.argv[1]);
      const converter = new OfficeConverter();
      for (;;) {
        const file = await converter.convert((async function* () { yield letter; })(), 'doc', 'odt', { organizationId: 'org_1' });
        await file[Symbol.asyncDispose]();
        console.log('converted');
      }`;
    const hooks = new URL('../../platform/process/typescript-hooks.mjs', import.meta.url).href;
    const flags = ['--disable-warning=ExperimentalWarning', '--import', hooks, '--input-type=module', '-e', code];
    const service = spawn(process.execPath, [...flags, fileURLToPath(new URL('letter.doc', samples))], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(service.stdout, 'data');
    await untilConverting(service.pid);
    service.kill('SIGKILL');
    await vi.waitFor(() => expect(runningFor(service.pid)).toEqual([]), 30_000);
    await vi.waitFor(() => expect(service.signalCode).toBe('SIGKILL'));
    await removeAbandonedFolders();
    expect(foldersOf(service.pid)).toEqual([]);
  });
});
