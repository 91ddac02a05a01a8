import { describe, expect, it } from 'vitest';
import { odsFormat } from '../../ods/ods.format.js';
import { readAll, translatedParts } from '../odf-reading.fixture.js';
import { cell, contentXml, odsOf, p, row, sheet } from '../odf-sample.fixture.js';
import { renameInAddresses, renameInFormula } from './sheet-references.js';

const names = new Map([
  ['Town', 'Pueblo'],
  ['The harbour', "L'ancien port"],
  ["O'Neill", 'Sheet 2'],
]);
const newName = (name: string) => names.get(name);

describe('references', () => {
  it.each([
    ['of:=[$Town.A1]+[.B2]', 'of:=[$Pueblo.A1]+[.B2]'],
    ["of:=SUM([$'The harbour'.A1:.B2])", "of:=SUM([$'L''ancien port'.A1:.B2])"],
    ["of:=['O''Neill'.A1]", "of:=['Sheet 2'.A1]"],
    ['of:="[Town.A1]"&[Town.A1]', 'of:="[Town.A1]"&[Pueblo.A1]'],
    ['of:="a""[Town.A1]"&Town', 'of:="a""[Town.A1]"&Town'],
    [
      "of:=['file:///a.ods'#$Town.A1]+['file:///a.ods'#Town.A1]",
      "of:=['file:///a.ods'#$Town.A1]+['file:///a.ods'#Town.A1]",
    ],
    ['of:=[Township.A1]+[Town.A1:Town.B2]', 'of:=[Township.A1]+[Pueblo.A1:Pueblo.B2]'],
    ['cell-content-is-in-list([$Town.$A$1:.$A$5])', 'cell-content-is-in-list([$Pueblo.$A$1:.$A$5])'],
  ])('the formula %s follows its sheets', (formula, expected) => {
    expect(renameInFormula(formula, newName)).toBe(expected);
  });

  it('lists of addresses follow their sheets', () => {
    expect(renameInAddresses("Town.A1:Town.B2 'The harbour'.$A$1 Other.A1", newName)).toBe(
      "Pueblo.A1:Pueblo.B2 'L''ancien port'.$A$1 Other.A1",
    );
  });
});

describe('names of sheets', () => {
  const link = '<text:a xlink:href="#Town.A1">there</text:a>';
  const file = odsOf({
    body: `${sheet('Town', row(cell(p(`One ${link}`), ' table:content-validation-name="v"') + cell(p('two'), ' table:formula="of:=[$Harbour.A1]"')), ' table:print-ranges="Town.A1:Town.B2"')}${sheet('Harbour', '')}${sheet('2026', '')}<table:named-expressions><table:named-range table:name="Town" table:cell-range-address="$Town.$A$1" table:base-cell-address="$Town.$A$1"/></table:named-expressions>`,
    settings:
      '<config:config-item-map-named config:name="Tables"><config:config-item-map-entry config:name="Town"/></config:config-item-map-named>',
    others: [
      {
        name: 'Object 1/content.xml',
        content: contentXml('chart', '<chart:series chart:values-cell-range-address="Town.A1:Town.A5"/>'),
      },
    ],
  });

  it('names of sheets are read before all else, only when the options ask for them', async () => {
    const { segments } = await readAll(odsFormat, file, { sheetNames: true });
    expect(
      segments.map(({ role, parts }) => [role, parts.map((part) => ('text' in part ? part.text : ''))[0]]),
    ).toEqual([
      ['title', 'Town'],
      ['title', 'Harbour'],
      ['table', 'One '],
    ]);
    expect((await readAll(odsFormat, file)).segments).toHaveLength(1);
  });

  it('new names are carried into formulas, ranges, links, views and charts', async () => {
    const parts = await translatedParts(odsFormat, file, ['Pueblo', 'Puerto', 'Uno <1>there</1>'], {
      sheetNames: true,
    });
    const content = parts['content.xml'] ?? '';
    for (const expected of [
      '<table:table table:name="Pueblo" table:print-ranges="Pueblo.A1:Pueblo.B2">',
      'table:formula="of:=[$Puerto.A1]"',
      'Uno <text:a xlink:href="#Pueblo.A1">',
      '<table:table table:name="2026">',
      'table:name="Town" table:cell-range-address="$Pueblo.$A$1" table:base-cell-address="$Pueblo.$A$1"',
    ]) {
      expect(content).toContain(expected);
    }
    expect(parts['settings.xml']).toContain('<config:config-item-map-entry config:name="Pueblo"/>');
    expect(parts['Object 1/content.xml']).toContain('chart:values-cell-range-address="Pueblo.A1:Pueblo.A5"');
  });

  it('names that are not allowed or taken are made to fit', async () => {
    const parts = await translatedParts(odsFormat, file, ["'a/b[c]'", 'A B C', 'One <1>there</1>'], {
      sheetNames: true,
    });
    expect(parts['content.xml']).toContain('table:name="a b c"');
    expect(parts['content.xml']).toContain('table:name="A B C 2"');
  });
});
