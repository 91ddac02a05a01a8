import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { defaultFormatOptions, type SourceFile } from '#libs/documents/formats/format.port.js';
import { detectFormat, formatNamed, formatTraits } from '#libs/documents/formats/format-registry.js';
import { legacyFormats } from '#libs/documents/formats/legacy-formats.js';
import { memoryFile } from '#libs/documents/formats/source-file.js';
import { plainText } from '#libs/text/segments/plain-text.js';
import { projectRoot } from '../project-root.js';
import { describeWith } from '../servers/describe-with.js';
import { missingServers } from '../servers/installed.js';
import { eventually } from './eventually.js';
import type { RunningService } from './running-service.js';
import { sharedService } from './shared-service.js';

/** A file of each format, of those that its suite of specs reads. */
const samples: Readonly<Record<string, string>> = {
  txt: 'txt/samples/letter-crlf.txt',
  html: 'html/samples/article.html',
  srt: 'srt/samples/film-crlf-bom.srt',
  docx: 'docx/samples/libreoffice.docx',
  pptx: 'pptx/samples/macros.pptm',
  rtf: 'rtf/samples/wordpad.rtf',
  vtt: 'vtt/samples/settings-and-blocks.vtt',
  ass: 'ass/samples/film.ass',
  ssa: 'ssa/samples/old.ssa',
  xlsx: 'xlsx/samples/town.xlsx',
  odt: 'odt/samples/libreoffice.odt',
  ods: 'ods/samples/libreoffice.ods',
  odp: 'odp/samples/libreoffice.odp',
  idml: 'idml/samples/magazine.idml',
  pdf: 'pdf/samples/libreoffice.pdf',
  xml: 'plain-xml/samples/feed.xml',
  markdown: 'markdown/samples/page.md',
  json: 'json/samples/locale.json',
  yaml: 'yaml/samples/locale.yaml',
  csv: 'csv/samples/products-crlf.csv',
  po: 'po/samples/harbour.pot',
  xcstrings: 'xcstrings/samples/Localizable.xcstrings',
  arb: 'arb/samples/app_en.arb',
  properties: 'properties/samples/messages.properties',
  doc: 'compound/samples/report.doc',
  xls: 'compound/samples/budget.xls',
  ppt: 'compound/samples/lecture.ppt',
};

const settings = { TRANSLEDGER_INFERENCE: 'pseudo' };
/** Placeholders, addresses and identifiers stay as they are. */
const protectedText = /[$%]?[{(][\w,]+[})]|%#?@?\w+@?|(?:www\.|https:)\S+|[a-z]+(?:_[a-z]+)+/g;
const isOfficeThere = missingServers(['libreoffice']).length === 0;
/** The formats that are read by way of another one, by their names. */
const readAs = new Map(legacyFormats.map((format) => [format.name, format.readAs]));

/** Translations in files that hold their sources beside them, where extraction reads them no more. */
const translationsIn: Readonly<Record<string, RegExp>> = {
  po: /^msgstr(?:\[\d\])? ("(?!"\n"Project-Id-Version).*"(?:\n".*")*)/gm,
  xcstrings: /"state" : "needs_review",\s*"value" : (".*")/g,
};

const textsOf = async (format: string, file: SourceFile): Promise<string[]> => {
  const written = translationsIn[format];
  if (written !== undefined) {
    const whole = Buffer.from(await file.read(0, file.size)).toString();
    return Array.from(whole.matchAll(written), ([, text = '']) => text);
  }
  const texts: string[] = [];
  for await (const batch of formatNamed(format).extract(file, defaultFormatOptions)) {
    texts.push(...batch.map(({ parts }) => plainText(parts)));
  }
  return texts;
};

interface Answer<Data> {
  data: Data;
}

describe('documents of every format, from outside', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await sharedService(settings);
  });

  const answered = async <Data>(response: Promise<Response>): Promise<Data> =>
    ((await (await response).json()) as Answer<Data>).data;

  const translated = async (path: string): Promise<string> => {
    const form = new FormData();
    for (const [field, value] of Object.entries({ source: 'en', target: 'es' })) form.set(field, value);
    form.set('file', new Blob([readFileSync(join(projectRoot, 'libs/documents/formats', path))]), basename(path));
    const { id } = await answered<{ id: string }>(service.fetch('/v1/documents', { method: 'POST', body: form }));
    const end = await eventually(
      () => answered<{ status: string; error?: object }>(service.fetch(`/v1/documents/${id}`)),
      ({ status }) => status !== 'processing',
    );
    expect(end).toMatchObject({ status: 'completed' });
    return id;
  };

  const downloaded = async (id: string, query = ''): Promise<{ file: SourceFile; name: string }> => {
    const response = await service.fetch(`/v1/documents/${id}/download${query}`);
    expect(response.status).toBe(200);
    const [, name = ''] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
    return { file: memoryFile(new Uint8Array(await response.arrayBuffer())), name };
  };

  it('there is a sample of each format', () => {
    expect(Object.keys(samples).sort()).toEqual(formatTraits.map(({ name }) => name).sort());
  });

  const translatedWhole = async (format: string, path: string): Promise<void> => {
    const id = await translated(path);
    const { file, name } = await downloaded(id);
    expect(await detectFormat(file, name)).toMatchObject({ format: { name: format }, isNamedOtherwise: false });
    const { segments } = await answered<{ segments: Record<string, number> }>(
      service.fetch(`/v1/documents/${id}/report`),
    );
    expect(segments.translated).toBeGreaterThan(0);
    const newer = readAs.get(format);
    const texts = await (newer === undefined
      ? textsOf(format, file)
      : textsOf(newer, (await downloaded(id, `?format=${newer}`)).file));
    expect(texts.length).toBeGreaterThan(0);
    expect(texts.filter((text) => /[A-Za-z]{3}/.test(text.replace(protectedText, '')))).toEqual([]);
  };

  const all = Object.entries(samples);
  it.each(all.filter(([format]) => !readAs.has(format)))(
    'a %s is translated, letter by letter, and stays one',
    translatedWhole,
  );

  describeWith(['libreoffice'], 'those that LibreOffice converts', () => {
    it.each(all.filter(([format]) => readAs.has(format)))(
      'a %s is translated, letter by letter, and stays one',
      translatedWhole,
    );
  });

  it.runIf(isOfficeThere)('a translation becomes a PDF, which is kept, and no format that it cannot be', async () => {
    const id = await translated(samples.docx ?? '');
    const { file, name } = await downloaded(id, '?format=pdf');
    expect(name).toBe('libreoffice.es.pdf');
    expect(await detectFormat(file, name)).toMatchObject({ format: { name: 'pdf' }, isNamedOtherwise: false });
    expect((await downloaded(id, '?format=pdf')).file.size).toBe(file.size);
    expect((await service.fetch(`/v1/documents/${id}/download?format=xlsx`)).status).toBe(400);
  });

  it.each([
    ['srt', 'vtt', 'vtt'],
    ['vtt', 'ass', 'ass'],
    ['ass', 'ssa', 'ssa'],
    ['ssa', 'txt', 'txt'],
    ['json', 'yaml', 'yaml'],
    ['yaml', 'json', 'json'],
    ['markdown', 'html', 'html'],
    ['html', 'markdown', 'md'],
    ['html', 'txt', 'txt'],
  ])('the translation of a %s is one as %s, too', async (from, to, extension) => {
    // The usual sample of YAML has an alias of what it is in, which is no JSON.
    const path = from === 'yaml' ? 'yaml/samples/latin1-crlf.yml' : (samples[from] ?? '');
    const { file, name } = await downloaded(await translated(path), `?format=${to}`);
    expect(name).toMatch(new RegExp(`\\.es\\.${extension}$`));
    expect(await detectFormat(file, name)).toMatchObject({ format: { name: to }, isNamedOtherwise: false });
    const texts = await textsOf(to, file);
    expect(texts.some((text) => /[\u0100-\u024f]{3}/.test(text))).toBe(true);
  });

  it.runIf(isOfficeThere)('a translation of Markdown becomes a PDF', async () => {
    const { file, name } = await downloaded(await translated(samples.markdown ?? ''), '?format=pdf');
    expect(await detectFormat(file, name)).toMatchObject({ format: { name: 'pdf' }, isNamedOtherwise: false });
  });

  it.each([
    ['txt', 'letter-crlf.en-es.txt'],
    ['docx', 'libreoffice.en-es.docx'],
    ['xlsx', 'town.en-es.xlsx'],
    ['rtf', 'wordpad.en-es.rtf'],
    ['idml', 'magazine.en-es.idml'],
    ['pdf', 'libreoffice.en-es.pdf'],
  ])('a translation has its source beside it, where the format can: %s', async (format, expected) => {
    const id = await translated(samples[format] ?? '');
    const { file, name } = await downloaded(id, '?include_source=true');
    expect(name).toBe(expected);
    expect(await detectFormat(file, name)).toMatchObject({ format: { name: format }, isNamedOtherwise: false });
    const texts = await textsOf(format, file);
    expect(texts.some((text) => /[A-Za-z]{3}/.test(text))).toBe(true);
    expect(texts.some((text) => /[\u0100-\u024f]{3}/.test(text))).toBe(true);
  });

  it.runIf(isOfficeThere)('a translation with its source beside it becomes a file of another format', async () => {
    const id = await translated(samples.rtf ?? '');
    const { file, name } = await downloaded(id, '?include_source=true&format=txt');
    expect(name).toBe('wordpad.en-es.txt');
    const texts = await textsOf('txt', file);
    expect(texts.some((text) => /[A-Za-z]{3}/.test(text))).toBe(true);
    expect(texts.some((text) => /[\u0100-\u024f]{3}/.test(text))).toBe(true);
  });

  it.each([
    ['xml', 'feed.en-es.xml', '<!-- en: '],
    ['yaml', 'locale.en-es.yaml', '# en: '],
  ])('a translation has its source in comments, where the format has them: %s', async (format, expected, comment) => {
    const { file, name } = await downloaded(await translated(samples[format] ?? ''), '?include_source=true');
    expect(name).toBe(expected);
    expect(await detectFormat(file, name)).toMatchObject({ format: { name: format }, isNamedOtherwise: false });
    const bytes = Buffer.from(await file.read(0, file.size));
    expect(bytes.toString().split(comment).length).toBeGreaterThan(3);
  });
});
