import type { Table } from './report-content.js';

/** A key as reports name it: `key_id` is null for what was done without one, `key_name` null where none is known. */
export interface NamedKey {
  readonly key_id: string | null;
  readonly key_name: string | null;
}

/** The columns of a table that has a row for each key. */
export const keyColumns: Table['columns'] = [
  { name: 'Key', align: 'start' },
  { name: 'Name', align: 'start' },
];

const idOf = ({ key_id }: NamedKey): string => key_id ?? 'without a key';

export const keyCells = (key: NamedKey): [id: string, name: string | null] => [idOf(key), key.key_name];

/** Several keys can have one name: the id tells them apart. */
export const keyLabel = (key: NamedKey): string =>
  key.key_name === null ? idOf(key) : `${key.key_name} (${key.key_id})`;
