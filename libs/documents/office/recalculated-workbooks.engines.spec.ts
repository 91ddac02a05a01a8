import { afterAll, expect, it } from 'vitest';
import { defaultMergeOptions } from '#libs/documents/formats/format.port.js';
import { createFormatHost } from '#libs/documents/formats/host/format-host.js';
import { legacyFormats } from '#libs/documents/formats/legacy-formats.js';
import { cell as odsCell, odsOf, row as odsRow, p, sheet } from '#libs/documents/formats/odf/odf-sample.fixture.js';
import { fileChunks, memoryFile } from '#libs/documents/formats/source-file.js';
import { inline, row, xlsxOf } from '#libs/documents/formats/xlsx/xlsx-sample.fixture.js';
import { plainText } from '#libs/text/segments/plain-text.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { describeWith } from '#test/servers/describe-with.js';
import { convertingFormatHost } from './converting-format-host.js';
import { OfficeConverter } from './office-converter.js';

const options = { ...defaultMergeOptions, sourceLanguage: 'en', targetLanguage: 'es' };
const entries = [
  ['Open', 'Food', 10],
  ['DONE', 'Rent', 200],
  ['Open', 'Food', 3],
  ['Done', 'Food', 40],
  ['Late', 'What?', 5000],
] as const;

/** Formulas over the entries, in the first five rows of the columns A to C, and what they give before and after. */
const formulas: readonly (readonly [formula: string, before: number | string, after?: string])[] = [
  ['COUNTIF(A1:A5,"Open")', 2],
  ['COUNTIF(A1:A5,"<>Done")', 3],
  ['SUMIF(B1:B5,"Food",C1:C5)', 53],
  ['SUMIFS(C1:C5,B1:B5,"food",A1:A5,"=open")', 13],
  ['SUMPRODUCT((A1:A5="Done")*(C1:C5))', 240],
  ['SUM(COUNTIF(A1:A5,{"Open","Late"}))', 3],
  ['VLOOKUP("Rent",B1:C5,2,0)', 200],
  ['INDEX(C1:C5,MATCH("Done",A1:A5,0))', 200],
  ['COUNTIF(B1:B5,"What~?")', 1],
  ['IF(A5="Late",IF("Rent"=B2,7,0),0)', 7],
  ['VLOOKUP(B2,B1:C5,2,0)', 200],
  ['COUNTIF(A1:A5,IF(C1>5,"Open","Done"))', 2],
  ['B2&"!"', 'Rent!', 'Renta!'],
];

const xlsx = xlsxOf({
  sheets: [
    {
      name: 'One',
      rows: [...entries, ...Array.from({ length: formulas.length - entries.length }, () => undefined)]
        .map((entry, at) => {
          const number = at + 1;
          const [formula = ''] = formulas[at] ?? [];
          const escaped = formula.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
          const texts = entry
            ? `${inline(`A${number}`, entry[0])}${inline(`B${number}`, entry[1])}<c r="C${number}"><v>${entry[2]}</v></c>`
            : '';
          return row(number, `${texts}<c r="E${number}"><f>${escaped}</f></c>`);
        })
        .join(''),
    },
  ],
});

const inOpenDocument = (formula: string): string =>
  formula
    .replaceAll(',', ';')
    .replace(/\b[A-C]\d(?::[A-C]\d)?/g, (cells) => `[.${cells.replace(':', ':.')}]`)
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;');

const ods = odsOf(
  `<table:calculation-settings table:use-regular-expressions="false" table:use-wildcards="true" table:case-sensitive="false"/>${sheet(
    'One',
    formulas
      .map(([formula], at) => {
        const [status, kind, amount] = entries[at] ?? [];
        const number = `<table:table-cell office:value-type="float" office:value="${amount}">${p(String(amount))}</table:table-cell>`;
        const texts = status && kind ? odsCell(p(status)) + odsCell(p(kind)) + number : '<table:table-cell/>'.repeat(3);
        return odsRow(`${texts}<table:table-cell/><table:table-cell table:formula="of:=${inOpenDocument(formula)}"/>`);
      })
      .join(''),
    ' xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2"',
  )}`,
);

const spanish: Readonly<Record<string, string>> = {
  Open: 'Abierto',
  Done: 'Hecho',
  DONE: 'HECHO',
  Late: 'Tarde (*)',
  Food: 'Comida',
  Rent: 'Renta',
  'What?': '¿Qué?',
};

const user = { organizationId: 'org_1' };
const bytesOf = async (chunks: AsyncIterable<Uint8Array>): Promise<Buffer> =>
  Buffer.concat(await Array.fromAsync(chunks, (chunk) => Buffer.from(chunk)));

describeWith(['libreoffice'], 'workbooks that LibreOffice calculates', () => {
  const converter = new OfficeConverter();
  const host = convertingFormatHost(createFormatHost(), converter, legacyFormats);
  afterAll(() => host.close());

  const converted = async (bytes: Uint8Array, from: string, to: string): Promise<Buffer> => {
    await using file = await converter.convert(fileChunks(memoryFile(bytes)), from, to, user);
    return await bytesOf(fileChunks(file));
  };

  it.each(['ods', 'xlsx', 'xls'])(
    'a text of %s that looks like a formula is none in its CSV, and numbers stay',
    async (format) => {
      const cell = (attributes: string, text: string) =>
        `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`;
      const text = 'office:value-type="string"';
      const flat = Buffer.from(
        `<?xml version="1.0" encoding="UTF-8"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:body><office:spreadsheet><table:table table:name="A"><table:table-row>${cell(text, '=HYPERLINK(&quot;http://a.example&quot;)')}${cell(text, '@a')}${cell(text, 'plain')}${cell('office:value-type="float" office:value="-2.5"', '-2.5')}</table:table-row></table:table></office:spreadsheet></office:body></office:document>`,
      );
      const book = format === 'ods' ? flat : await converted(flat, 'ods', format);
      expect((await converted(book, format, 'csv')).toString().trimEnd()).toBe(
        `"'=HYPERLINK(""http://a.example"")",'@a,plain,-2.5`,
      );
    },
  );

  const rowsOf = async (format: string, bytes: Uint8Array): Promise<string[][]> => {
    const text = (await converted(bytes, format, 'csv')).toString();
    return text
      .trimEnd()
      .split('\n')
      .map((line) => line.split(','));
  };

  const translated = async (format: string, bytes: Uint8Array): Promise<Buffer> => {
    const file = memoryFile(bytes);
    const segments: Segment[] = [];
    for await (const batch of host.extract(format, file, options, user))
      segments.push(...batch.map(({ parts }) => parts));
    const translations = (async function* (): AsyncGenerator<Segment, undefined> {
      for (const parts of segments) {
        yield [{ kind: 'text', text: spanish[plainText(parts)] ?? expect.fail(plainText(parts)) }];
      }
      return undefined;
    })();
    return await bytesOf(host.merge(format, file, options, translations, user));
  };

  const expectSameNumbers = async (format: string, source: Uint8Array): Promise<void> => {
    const before = await rowsOf(format, source);
    expect(before.map((cells) => cells[4])).toEqual(formulas.map(([, result]) => String(result)));
    const after = await rowsOf(format, await translated(format, source));
    expect(after.slice(0, 5).map(([status, kind]) => [status, kind])).toEqual(
      entries.map(([status, kind]) => [spanish[status], spanish[kind]]),
    );
    expect(after.map((cells) => cells[4])).toEqual(formulas.map(([, result, later = result]) => String(later)));
  };
  const patience = { timeout: 300_000 };

  it('formulas of an XLSX give the same numbers before and after its translation', patience, async () => {
    await expectSameNumbers('xlsx', xlsx);
  });

  it('formulas of an ODS give the same numbers before and after its translation', patience, async () => {
    await expectSameNumbers('ods', ods);
  });

  it('formulas of an XLS, whose results the file keeps, are calculated anew by its translation', patience, async () => {
    await expectSameNumbers('xls', await converted(xlsx, 'xlsx', 'xls'));
  });
});
