import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { defaultMergeOptions, type ExtractedSegment, type SourceFile } from '#libs/documents/formats/format.port.js';
import { createFormatHost } from '#libs/documents/formats/host/format-host.js';
import { legacyFormats } from '#libs/documents/formats/legacy-formats.js';
import { box, odpOf, p, slide } from '#libs/documents/formats/odf/odf-sample.fixture.js';
import { fileChunks, memoryFile } from '#libs/documents/formats/source-file.js';
import { isAlive } from '#libs/platform/process/process-liveness.js';
import { plainText } from '#libs/text/segments/plain-text.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { describeWith } from '#test/servers/describe-with.js';
import { convertingFormatHost } from './converting-format-host.js';
import { OfficeConverter, type OfficeConverterOptions } from './office-converter.js';

const user = { organizationId: 'org_1' };
const samples = new URL('../formats/', import.meta.url);
const fileOf = (path: string): SourceFile => memoryFile(readFileSync(new URL(path, samples)));
const options = { ...defaultMergeOptions, sourceLanguage: 'en', targetLanguage: 'es' };
const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith(`transledger-office-${process.pid}-`));
/** Folders of files, which those of programs that wait for the next one are not. */
const left = () => folders().filter((name) => !existsSync(join(tmpdir(), name, 'open.txt')));

const bytesOf = async (chunks: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const all: Buffer[] = [];
  for await (const chunk of chunks) all.push(Buffer.from(chunk));
  return Buffer.concat(all);
};

describeWith(['libreoffice'], 'documents that LibreOffice converts', () => {
  const host = convertingFormatHost(createFormatHost(), new OfficeConverter(), legacyFormats);
  afterAll(() => host.close());

  const segmentsOf = async (format: string, file: SourceFile): Promise<Segment[]> => {
    const segments: ExtractedSegment[] = [];
    for await (const batch of host.extract(format, file, options, user)) segments.push(...batch);
    return segments.map(({ parts }) => parts);
  };

  it('a document of Word 97 is found by its content, and its translation is one again', async () => {
    const file = fileOf('compound/samples/letter.doc');
    expect(await host.detect(file, 'letter.docx', undefined, user)).toMatchObject({
      name: 'doc',
      mediaType: 'application/msword',
      isNamedOtherwise: true,
    });
    const segments = await segmentsOf('doc', file);
    expect(segments.map(plainText)).toEqual(['Hello world.', 'This is a test.']);
    const translations = (async function* () {
      yield [{ kind: 'text' as const, text: 'Hola mundo.' }];
      yield [{ kind: 'text' as const, text: 'Es una prueba.' }];
      return undefined;
    })();
    const merged = memoryFile(await bytesOf(host.merge('doc', file, options, translations, user)));
    expect(await host.detect(merged, 'letter.doc', undefined, user)).toMatchObject({ isNamedOtherwise: false });
    expect((await segmentsOf('doc', merged)).map(plainText)).toEqual(['Hola mundo.', 'Es una prueba.']);
    expect(left()).toEqual([]);
  });

  it('a presentation whose comments LibreOffice writes as broken XML is read, and keeps them', async () => {
    const note =
      '<officeooo:annotation><dc:creator>Ann</dc:creator><text:p>Salt &amp; pepper</text:p></officeooo:annotation>';
    const odp = memoryFile(odpOf(slide(`${note}${box(p('A harbour'))}`)));
    const ppt = memoryFile(await bytesOf(host.convert('odp', 'ppt', odp, { language: 'en' }, user)));
    const asked = { ...options, translateComments: true };
    const segments: ExtractedSegment[] = [];
    for await (const batch of host.extract('ppt', ppt, asked, user)) segments.push(...batch);
    expect(segments.map(({ parts }) => plainText(parts)).sort()).toEqual(['A harbour', 'Salt & pepper']);
    const translations = (async function* () {
      for (const { parts } of segments) yield [{ kind: 'text' as const, text: `${plainText(parts)} < 2` }];
      return undefined;
    })();
    const merged = memoryFile(await bytesOf(host.merge('ppt', ppt, asked, translations, user)));
    const again = (await Array.fromAsync(host.extract('ppt', merged, asked, user))).flat();
    expect(again.map(({ parts }) => plainText(parts)).sort()).toEqual(['A harbour < 2', 'Salt & pepper < 2']);
    expect(left()).toEqual([]);
  });

  it.each([
    ['letter.doc', 'doc', 'This is a test.'],
    ['table.xls', 'xls', 'Turku'],
    ['slides.ppt', 'ppt', 'See the chronicle for more.'],
  ])('the translation of %s is a %s with every text translated', async (sample, format, text) => {
    const file = fileOf(`compound/samples/${sample}`);
    expect(await host.detect(file, sample, undefined, user)).toMatchObject({ name: format, isNamedOtherwise: false });
    const segments = await segmentsOf(format, file);
    const upperCase = (segment: Segment): Segment =>
      segment.map((part) => ('text' in part ? { ...part, text: part.text.toUpperCase() } : part));
    const translations = (async function* () {
      yield* segments.map(upperCase);
      return undefined;
    })();
    const merged = memoryFile(await bytesOf(host.merge(format, file, options, translations, user)));
    expect(await host.detect(merged, sample, undefined, user)).toMatchObject({ name: format, isNamedOtherwise: false });
    // Where a line goes on in lower case it is one segment with the line before: compared are the words.
    const wordsOf = (all: readonly Segment[]) => all.flatMap((segment) => plainText(segment).split(/\s+/)).sort();
    const found = await segmentsOf(format, merged);
    expect(found.map((segment) => plainText(segment).trim())).toContain(text.toUpperCase());
    expect(wordsOf(found)).toEqual(wordsOf(segments.map(upperCase)));
  });

  it('a file that is damaged is refused, and leaves nothing behind', async () => {
    const whole = readFileSync(new URL('compound/samples/letter.doc', samples));
    const file = memoryFile(Buffer.concat([whole.subarray(0, 600), Buffer.alloc(4_000, 7)]));
    await expect(segmentsOf('doc', file)).rejects.toMatchObject({ name: 'FormatError', reason: 'invalid' });
    expect(left()).toEqual([]);
  });
});

describe('the program that converts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'office-converter-spec-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** It stays with the document that is open, and does what the script says where it converts. */
  const program = (script: string): string => {
    const path = join(folder, 'program');
    const stay = `case "$*" in *--convert-to*) ;; *) echo open > '.~lock.open.txt#'; exec sleep 1000 ;; esac`;
    writeFileSync(path, `#!/bin/sh\n${stay}\n${script}\n`, { mode: 0o755 });
    return path;
  };
  const open: OfficeConverter[] = [];
  const converterBy = (script: string, options: OfficeConverterOptions = {}): OfficeConverter => {
    const converter = new OfficeConverter({ limitMs: 20_000, program: () => program(script), ...options });
    open.push(converter);
    return converter;
  };
  afterEach(async () => {
    await Promise.all(open.splice(0).map((converter) => converter.close()));
    expect(folders()).toEqual([]);
  });
  const convertBy = (script: string, options?: OfficeConverterOptions) =>
    converterBy(script, options).convert(fileChunks(memoryFile(Buffer.from('content'))), 'doc', 'docx', user);
  /** Behind `--outdir` stand the folder for the output and the file. */
  const outputFolder = 'while [ "$1" != --outdir ]; do shift; done; out="$2"';

  it('two run at a time, and a third waits for its turn', async () => {
    const running = join(folder, 'running');
    const seen = join(folder, 'seen');
    mkdirSync(running);
    // The first two wait for each other; then there is time for a third to begin, if it could.
    const meeting = `n=0; while [ $(wc -l < ${seen}) -lt 2 ] && [ $n -lt 150 ]; do sleep 0.1; n=$((n + 1)); done; sleep 0.5`;
    const script = [
      `mkdir ${running}/$$; echo started >> ${seen}; ${meeting}`,
      `ls ${running} | wc -l >> ${folder}/counts; rmdir ${running}/$$`,
      `${outputFolder}; cp "$3" "$out/document.docx"`,
    ].join('\n');
    const converter = converterBy(script, { limitMs: 60_000, isolation: () => [] });
    const files = await Promise.all(
      ['org_1', 'org_2', 'org_3'].map((organizationId) =>
        converter.convert(fileChunks(memoryFile(Buffer.from('content'))), 'doc', 'docx', { organizationId }),
      ),
    );
    const counts = readFileSync(join(folder, 'counts'), 'utf8').trim().split(/\s+/).map(Number);
    expect(counts).toHaveLength(3);
    expect(Math.max(...counts)).toBe(2);
    for (const file of files) await file[Symbol.asyncDispose]();
    expect(left()).toEqual([]);
  });

  it('its output is the file, which is there until it is disposed of', async () => {
    const file = await convertBy(`${outputFolder}; cp "$3" "$out/document.docx"`);
    expect(await bytesOf(fileChunks(file))).toEqual(Buffer.from('content'));
    expect(left()).toHaveLength(1);
    await file[Symbol.asyncDispose]();
    expect(left()).toEqual([]);
  });

  it('it knows no setting of the service', async () => {
    process.env.TRANSLEDGER_MASTER_KEY = 'a-secret';
    try {
      await using file = await convertBy(`${outputFolder}; env > "$out/document.docx"`);
      const environment = (await bytesOf(fileChunks(file))).toString();
      expect(environment).toContain('HOME=');
      expect(environment).not.toContain('a-secret');
    } finally {
      delete process.env.TRANSLEDGER_MASTER_KEY;
    }
  });

  it('it is ended with all of its processes when it takes too long', async () => {
    const sleeping = join(folder, 'sleeping');
    await expect(
      convertBy(`(echo $$ > ${sleeping}; sleep 1000) & sleep 1000`, { limitMs: 2_000 }),
    ).rejects.toMatchObject({
      reason: 'hostile',
    });
    const pid = Number(readFileSync(sleeping, 'utf8'));
    expect(isAlive(pid)).toBe(false);
    expect(left()).toEqual([]);
  });

  it('what keeps it from starting is no fault of the file', async () => {
    const isolation = () => ['/no/such/program'];
    await expect(convertBy('true', { isolation })).rejects.toMatchObject({ code: 'ENOENT' });
    expect(left()).toEqual([]);
  });

  it('it is ended when its caller goes away', async () => {
    const caller = new AbortController();
    const converter = converterBy('sleep 1000');
    const content = fileChunks(memoryFile(Buffer.from('content')));
    const converting = converter.convert(content, 'doc', 'docx', { ...user, signal: caller.signal });
    setTimeout(() => caller.abort(new Error('gone')), 200);
    await expect(converting).rejects.toThrow('gone');
    expect(left()).toEqual([]);
  });

  it('documents that need it are refused while it is not there', async () => {
    const converter = new OfficeConverter({ program: () => undefined });
    const host = convertingFormatHost(createFormatHost(), converter, legacyFormats);
    await expect(host.detect(fileOf('compound/samples/letter.doc'), 'a.doc', undefined, user)).rejects.toMatchObject({
      name: 'UnsupportedFormatError',
      message: expect.stringContaining('LibreOffice'),
    });
    const doc = (await host.formats(user)).find(({ name }) => name === 'doc');
    expect(doc?.missing).toMatch(/LibreOffice.+not installed/);
    await host.close();
  });
});
