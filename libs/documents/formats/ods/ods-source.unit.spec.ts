import { describe, expect, it } from 'vitest';
import { between, translatedParts } from '../odf/odf-reading.fixture.js';
import { cell, odsOf, p, row, sheet } from '../odf/odf-sample.fixture.js';
import { odsFormat } from './ods.format.js';

const both = async (cells: string, ...translations: string[]) => {
  const bytes = odsOf(sheet('One', row(cells)));
  const parts = await translatedParts(odsFormat, bytes, translations, { includeSource: true });
  return between(parts['content.xml'], 'table:table-row');
};

describe('the source of a cell', () => {
  it('the source of a cell stands above its translation in the cell, whose value says both', async () => {
    const [source, written] = [' office:string-value="house"', ' office:string-value="house&#10;casa"'];
    expect(await both(cell(p('house'), source), 'casa')).toBe(cell(p('house') + p('casa'), written));
    expect(await both(cell(p('house')), 'casa')).toBe(cell(p('house') + p('casa')));
  });

  it('the source of a cell is not there where the translation says the same', async () => {
    expect(await both(cell(p('OK')), 'OK')).toBe(cell(p('OK')));
  });

  it('the source of a cell is above each paragraph of a cell with several', async () => {
    expect(await both(cell(p('one') + p('two')), 'uno', 'dos')).toBe(cell(p('one') + p('uno') + p('two') + p('dos')));
  });

  it('of a formula and of a number is all that they show', async () => {
    const formula = cell(p('house'), ' table:formula="of:=[.B1]" office:string-value="house"');
    const number =
      '<table:table-cell office:value-type="float" office:value="7"><text:p>seven</text:p></table:table-cell>';
    expect(await both(formula + number)).toBe(formula + number);
  });
});
