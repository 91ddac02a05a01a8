import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { docxOf, p as paragraph } from '#libs/documents/formats/docx/docx-sample.fixture.js';
import { odpOf, odsOf, odtOf, p } from '#libs/documents/formats/odf/odf-sample.fixture.js';
import { fileChunks, memoryFile } from '#libs/documents/formats/source-file.js';
import { zipEntries } from '#libs/documents/formats/zip/zip-entries.fixture.js';
import { describeWith } from '#test/servers/describe-with.js';
import { OfficeConverter } from './office-converter.js';
import { officeProgram } from './office-program.js';
import { isolationOf } from './program-isolation.js';

/** A picture of one red pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const link = 'xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"';
const frame = (content: string, more = ''): string =>
  `<draw:frame svg:width="2cm" svg:height="2cm"${more}>${content}</draw:frame>`;
const picture = (place: string) => `<draw:image xlink:href="${place}/picture.png" ${link}/>`;
const field = (instruction: string): string =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${instruction}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`;

/** Documents that name what lies at a place, by their formats. */
const documents: Readonly<Record<string, (place: string) => Buffer>> = {
  odt: (place) =>
    odtOf(
      [
        p('A harbour'),
        p(frame(picture(place), ' text:anchor-type="as-char"')),
        p(frame(`<draw:object xlink:href="${place}/words.txt" ${link}/>`)),
        `<text:section text:name="S"><text:section-source xlink:href="${place}/words.txt" text:filter-name="Text"/>${p('Old')}</text:section>`,
      ].join(''),
    ),
  ods: (place) =>
    odsOf(
      `<table:table table:name="A"><table:table-source xlink:href="${place}/words.txt" table:filter-name="Text - txt - csv (StarCalc)"/><table:shapes>${frame(picture(place))}</table:shapes><table:table-row><table:table-cell table:formula="of:=WEBSERVICE(&quot;${place}/words.txt&quot;)" office:value-type="string">${p('A harbour')}</table:table-cell></table:table-row></table:table>`,
    ),
  odp: (place) => odpOf(`<draw:page draw:name="a">${frame(picture(place))}</draw:page>`),
  docx: (place) =>
    docxOf(
      paragraph('<w:r><w:t>A harbour</w:t></w:r>') +
        paragraph(field(`INCLUDEPICTURE "${place}/picture.png" \\d`) + field(`INCLUDETEXT "${place}/words.txt"`)),
    ),
  rtf: (place) =>
    Buffer.from(
      `{\\rtf1 A harbour {\\field{\\*\\fldinst INCLUDEPICTURE "${place}/picture.png" \\\\d}{\\fldrslt }}{\\*\\template ${place}/words.txt}}`,
    ),
  html: (place) =>
    Buffer.from(
      `<html><head><link rel="stylesheet" href="${place}/style.css"><style>@import url(${place}/style.css); body { background: url(${place}/picture.png) }</style></head><body background="${place}/picture.png"><p>A harbour</p><img src="${place}/picture.png"><object data="${place}/picture.png"></object><iframe src="${place}/words.txt"></iframe></body></html>`,
    ),
};

describeWith(['libreoffice'], 'documents that name what is elsewhere', () => {
  const folder = mkdtempSync(join(tmpdir(), 'nothing-fetched-'));
  const requests: string[] = [];
  let server: Server;
  // As on a system that takes no network from programs: the settings alone have to hold.
  const converter = new OfficeConverter({ isolation: () => [] });

  beforeAll(async () => {
    writeFileSync(join(folder, 'picture.png'), pixel);
    writeFileSync(join(folder, 'words.txt'), 'Words of another');
    server = createServer((request, response) => {
      requests.push(request.url ?? '');
      response.end(pixel);
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
  });
  afterAll(async () => {
    await converter.close();
    await new Promise((resolve) => {
      server.close(resolve);
    });
    rmSync(folder, { recursive: true });
  });

  const converted = async (from: string, to: string, content: Buffer, by = converter): Promise<Buffer> => {
    await using file = await by.convert(fileChunks(memoryFile(content)), from, to, { organizationId: 'org_1' });
    return Buffer.concat(await Array.fromAsync(fileChunks(file)));
  };

  it.each(Object.keys(documents))(
    'nothing that a file of the format %s names is fetched',
    async (format) => {
      const { port } = server.address() as AddressInfo;
      const content = documents[format]?.(`http://127.0.0.1:${port}`) ?? expect.fail();
      expect((await converted(format, 'pdf', content)).length).toBeGreaterThan(500);
      expect(requests.splice(0)).toEqual([]);
    },
    120_000,
  );

  it('no picture that a DOC names is fetched', async () => {
    const { port } = server.address() as AddressInfo;
    const doc = await converted('odt', 'doc', documents.odt?.(`http://127.0.0.1:${port}`) ?? expect.fail());
    expect(doc.includes('picture.png') || doc.includes(Buffer.from('picture.png', 'utf16le'))).toBe(true);
    await converted('doc', 'docx', doc);
    expect(requests.splice(0)).toEqual([]);
  }, 120_000);

  /** Whether the files of a folder that a document names are in what becomes of it. */
  const readsFiles = async (from: string, to: string, by: OfficeConverter): Promise<boolean> => {
    const document = documents[from]?.(pathToFileURL(folder).href) ?? expect.fail();
    const bytes = await converted(from, to, document, by);
    const all = [bytes, ...zipEntries(bytes).map(({ content }) => Buffer.from(content))];
    return all.some((part) => part.includes('Words of another') || part.includes(pixel));
  };

  it.each([
    ['odt', 'docx'],
    ['docx', 'odt'],
  ])(
    'no file of this machine that a file of the format %s names is read',
    async (from, to) => expect(await readsFiles(from, to, converter)).toBe(false),
    120_000,
  );

  describe.skipIf(isolationOf(officeProgram() ?? '').seesFiles)('where the system lets files be hidden', () => {
    const isolated = new OfficeConverter();
    afterAll(() => isolated.close());

    it.each([
      ['odt', 'docx'],
      ['ods', 'xlsx'],
      ['odp', 'pptx'],
      ['docx', 'odt'],
      ['rtf', 'docx'],
    ])(
      'no file of this machine that a file of the format %s names is read',
      async (from, to) => expect(await readsFiles(from, to, isolated)).toBe(false),
      120_000,
    );

    it('a picture that a file of the format ods names is read where they are not hidden', async () => {
      expect(await readsFiles('ods', 'xlsx', converter)).toBe(true);
    }, 120_000);
  });
});
