import type { ColumnValue, Row } from '../projection.port.js';
import { hexBytes } from './row-writer.js';
import { columnOf, type TableColumn, type TableColumns } from './table-columns.js';

type Encode = (value: ColumnValue) => string;

/** Characters with a meaning in COPY's text format. */
const special = /[\\\t\n\r]/;
const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const escaped = (text: string): string =>
  special.test(text) ? text.replace(/[\\\t\n\r]/g, (character) => escapes[character] ?? character) : text;

const arrayLiteral = (items: readonly unknown[]): string =>
  `{${items
    .map((item) => {
      if (item === null || item === undefined) return 'NULL';
      if (Array.isArray(item)) return arrayLiteral(item);
      return `"${plainText(item as ColumnValue).replace(/["\\]/g, '\\$&')}"`;
    })
    .join(',')}}`;

const plainText = (value: ColumnValue): string => {
  if (typeof value === 'string') return value;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return hexBytes(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

const encoderFor = ({ type }: TableColumn): Encode => {
  if (type === 'json' || type === 'jsonb') return (value) => escaped(JSON.stringify(value));
  if (type === 'bytea')
    return (value) => (value instanceof Uint8Array ? `\\${hexBytes(value)}` : escaped(plainText(value)));
  if (type.endsWith('[]')) return (value) => escaped(Array.isArray(value) ? arrayLiteral(value) : plainText(value));
  return (value) => (typeof value === 'number' ? String(value) : escaped(plainText(value)));
};

/** Encodes the named columns of the rows in COPY's text format. */
export const encodeForCopy = (rows: readonly Row[], names: readonly string[], columns: TableColumns): string => {
  const fields = names.map((name) => ({ name, encode: encoderFor(columnOf(columns, name)) }));
  let text = '';
  for (const row of rows) {
    let separator = '';
    for (const { name, encode } of fields) {
      const value = row[name] ?? null;
      text += separator + (value === null ? '\\N' : encode(value));
      separator = '\t';
    }
    text += '\n';
  }
  return text;
};
