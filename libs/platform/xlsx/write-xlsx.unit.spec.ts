import { describe, expect, it } from 'vitest';
import { rowsIn } from './workbook.fixture.js';
import { writeXlsx, type XlsxTable } from './write-xlsx.js';

const workbookOf = async (...given: Parameters<typeof writeXlsx>) =>
  rowsIn(Buffer.concat(await Array.fromAsync(writeXlsx(...given))));
const one = (changes: Partial<XlsxTable>): XlsxTable[] => [{ name: 'One', columns: ['A'], rows: [], ...changes }];

describe('a workbook', () => {
  it('strings are strings, numbers numbers, and moments and days dates with a style', async () => {
    const rows = [[['=1+1', 12.5, { date: '2026-11-29T12:00:00.000Z' }, { date: '1970-01-01' }, null, '007'] as const]];
    expect((await workbookOf(one({ columns: ['A', 'B', 'C', 'D', 'E', 'F'], rows }))).One?.[1]).toEqual([
      ...(['=1+1', { v: 12.5, s: undefined }, { v: 46_355.5, s: '2' }, { v: 25_569, s: '3' }, null, '007'] as const),
    ]);
  });

  it('a text comes back as it is, and what acts on a line is escaped', async () => {
    const texts = ['<b>&"\'</b>', ' a  b ', 'Väylä 翻訳 🙂', 'two\nlines', '\u0000\u202e\ud800\uffff', '_x0041_'];
    const read = (await workbookOf(one({ rows: [texts.map((text) => [text])] }))).One?.slice(1).flat();
    expect(read?.slice(0, 4)).toEqual(texts.slice(0, 4));
    expect(read?.[4]).toBe('\\u0000\\u202e\ufffd\\uffff');
    expect(read?.[5]).toBe('_x005F_x0041_');
  });

  it('a value that is longer than a cell ends with a sign of that', async () => {
    const [, row] = (await workbookOf(one({ rows: [[['x'.repeat(40_000)]]] }))).One ?? [];
    expect(row?.[0]).toHaveLength(32_767);
    expect(String(row?.[0]).endsWith('…')).toBe(true);
  });

  it('a table of more rows than a sheet takes goes on in the next, with its header', async () => {
    const rows = async function* () {
      for (let page = 0; page < 5; page += 1) yield [[page * 2], [page * 2 + 1]];
    };
    const sheets = await workbookOf(one({ rows: rows() }), { rows: 3, bytes: 1e9 });
    expect(Object.keys(sheets)).toEqual(['One', 'One 2', 'One 3', 'One 4']);
    const numbers = Object.values(sheets).map(([head, ...cells]) => [
      head?.[0],
      ...cells.map(([cell]) => (typeof cell === 'object' ? cell?.v : cell)),
    ]);
    expect(numbers).toEqual([
      ['A', 0, 1, 2],
      ['A', 3, 4, 5],
      ['A', 6, 7, 8],
      ['A', 9],
    ]);
    const exact = await workbookOf(one({ rows: [[[1], [2], [3]]] }), { rows: 3, bytes: 1e9 });
    expect(Object.keys(exact)).toEqual(['One']);
    const large = await workbookOf(one({ rows: [[['x']], [['y']]] }), { rows: 9, bytes: 1 });
    expect(Object.keys(large)).toEqual(['One', 'One 2']);
  });

  it('names of sheets are those that programs open, each once', async () => {
    const tables = ['a/b:c', 'A b c', 'x'.repeat(40), 'x'.repeat(50), ''].map((name) => ({
      name,
      columns: [],
      rows: [],
    }));
    expect(Object.keys(await workbookOf(tables))).toEqual([
      ...['a b c', 'A b c 2', 'x'.repeat(31), `${'x'.repeat(29)} 2`, 'Sheet'],
    ]);
  });

  it('the same content gives the same bytes, and rows are taken as bytes are read', async () => {
    let taken = 0;
    let isEnded = false;
    const rows = async function* () {
      try {
        for (; taken < 10_000; taken += 1) yield [[`row ${taken}`, crypto.randomUUID()]];
      } finally {
        isEnded = true;
      }
    };
    for await (const _ of writeXlsx(one({ rows: rows() }))) if (taken > 100) break;
    expect(taken).toBeLessThan(9_000);
    expect(isEnded).toBe(true);
    const bytes = async () => Buffer.concat(await Array.fromAsync(writeXlsx(one({ rows: [[['a']]] }))));
    expect((await bytes()).equals(await bytes())).toBe(true);
  });

  it('a fault of the rows is that of the workbook', async () => {
    const rows = async function* () {
      yield [['a']];
      throw new Error('the log is away');
    };
    await expect(Array.fromAsync(writeXlsx(one({ rows: rows() })))).rejects.toThrow('the log is away');
  });
});
