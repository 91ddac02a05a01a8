import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { describeFormat } from '#libs/documents/formats/format.suite.js';
import { validatePackage } from '#libs/documents/formats/opc/package.fixture.js';
import { zipOf } from '#libs/documents/formats/zip/zip-sample.fixture.js';
import { xlsxFormat } from './xlsx.format.js';
import { inline, row, run, text, xlsxEntries, xlsxOf } from './xlsx-sample.fixture.js';
import { writeXlsxSamples, xlsxSamples } from './xlsx-samples.fixture.js';

const samples = new URL('./samples/', import.meta.url);
if (process.env.UPDATE_SAMPLES !== undefined) writeXlsxSamples(samples);

it.each(Object.entries(xlsxSamples))('the sample %s is what its source makes', (name, bytes) => {
  expect(readFileSync(new URL(name, samples)).equals(bytes)).toBe(true);
});

const sheet = (rows: string) => ({ sheets: [{ name: 'One', rows }] });
const good = sheet(row(1, inline('A1', 'Text')));
const without = (name: string) => zipOf(xlsxEntries(good).filter((entry) => entry.name !== name));
const typed = (contentType: string) => xlsxOf({ ...good, contentType });

const manySheets = zipOf(
  xlsxEntries(good).map((entry) => ({
    ...entry,
    content: String(entry.content).replace('</sheets>', `${'<sheet name="More"/>'.repeat(4096)}</sheets>`),
  })),
);
const wideTable = xlsxOf({
  sheets: [
    {
      name: 'One',
      tables: [
        `<table displayName="T" ref="A1:B2"><tableColumns>${'<tableColumn name="a"/>'.repeat(16_385)}</tableColumns></table>`,
      ],
    },
  ],
});

describeFormat(xlsxFormat, {
  samples,
  refused: [
    { name: 'text', bytes: Buffer.from('A letter, and not a workbook.'), reason: 'invalid' },
    { name: 'a file cut off half way', bytes: xlsxOf(good).subarray(0, 700), reason: 'invalid' },
    { name: 'an archive without content types', bytes: without('[Content_Types].xml'), reason: 'invalid' },
    { name: 'an archive without relationships', bytes: without('_rels/.rels'), reason: 'invalid' },
    { name: 'an archive without its main part', bytes: without('xl/workbook.xml'), reason: 'invalid' },
    {
      name: 'a document',
      bytes: typed('application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'),
      reason: 'invalid',
    },
    {
      name: 'a binary workbook',
      bytes: typed('application/vnd.ms-excel.sheet.binary.macroEnabled.main'),
      reason: 'invalid',
    },
    { name: 'more sheets than any workbook has', bytes: manySheets, reason: 'hostile' },
    { name: 'a table of more columns than a sheet has', bytes: wideTable, reason: 'hostile' },
    { name: 'tags that do not match', bytes: xlsxOf(sheet('<row><c></row></c>')), reason: 'invalid' },
    { name: '100,000 levels of cells', bytes: xlsxOf(sheet('<c>'.repeat(100_000))), reason: 'hostile' },
    {
      name: 'one string of all text',
      bytes: xlsxOf({ ...good, strings: [text('a'), run('0123456').repeat(110_000)] }),
      reason: 'hostile',
    },
  ],
  validate: validatePackage,
  // Which texts formulas and lists refer to is told by the specs of both languages in one workbook.
  standsAlone: () => true,
});
