import { crc32, inflateRawSync } from 'node:zlib';
import { SaxesParser } from 'saxes';

/** Parts of a whole zip archive by name. @throws Error where a sum or a size is not that of the bytes */
const partsIn = (file: Buffer): Map<string, string> => {
  const end = file.lastIndexOf('PK\u0005\u0006', undefined, 'latin1');
  const parts = new Map<string, string>();
  let at = file.readUInt32LE(end + 16);
  for (let left = file.readUInt16LE(end + 10); left > 0; left -= 1) {
    const nameLength = file.readUInt16LE(at + 28);
    const name = file.toString('utf8', at + 46, at + 46 + nameLength);
    const header = file.readUInt32LE(at + 42);
    const start = header + 30 + file.readUInt16LE(header + 26) + file.readUInt16LE(header + 28);
    const content = inflateRawSync(file.subarray(start, start + file.readUInt32LE(at + 20)));
    if (crc32(content) !== file.readUInt32LE(at + 16) || content.length !== file.readUInt32LE(at + 24))
      throw new Error(`${name} is not what the directory says`);
    parts.set(name, content.toString());
    at += 46 + nameLength;
  }
  return parts;
};

/** A cell as it stands in a sheet: text, or a number with its style. */
export type ReadCell = string | { v: number; s: string | undefined } | null;

const cellsIn = (xml: string): ReadCell[][] => {
  const rows: ReadCell[][] = [];
  let [text, type, style] = ['', '', undefined as string | undefined];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    if (name === 'row') rows.push([]);
    if (name === 'c') [text, type, style] = ['', String(attributes.t ?? ''), attributes.s as string | undefined];
  });
  parser.on('text', (part) => {
    text += part;
  });
  parser.on('closetag', ({ name }) => {
    if (name !== 'c') return;
    const value = text === '' ? null : type === 'inlineStr' ? text : { v: Number(text), s: style };
    rows.at(-1)?.push(value);
  });
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(xml).close();
  return rows;
};

/** The rows of each sheet of a workbook, by the sheet's name. */
export const rowsIn = (workbook: Buffer): Record<string, ReadCell[][]> => {
  const parts = partsIn(workbook);
  const names = [...(parts.get('xl/workbook.xml') ?? '').matchAll(/<sheet name="([^"]*)"/g)].map(
    ([, name]) => name ?? '',
  );
  return Object.fromEntries(
    names.map((name, at) => [name, cellsIn(parts.get(`xl/worksheets/sheet${at + 1}.xml`) ?? '')]),
  );
};
