import { concatBytes, equalBytes, fromBase64, toHex, utf8 } from './bytes.js';
import { sha256 } from './sha256.js';

/** A line that is not what its export must have there. */
export class ExportFaultError extends Error {
  override readonly name = 'ExportFaultError';
}

export type Fields = Record<string, unknown>;

/** The facts that are proven of one entry. */
export interface ProvenEntry {
  id: string;
  leaf: Uint8Array;
  organizationId: string;
  timestamp: string;
  metadata: Fields;
  /** Personal values that are erased. */
  erased: number;
  /** Personal values without a commitment, of before there were any: the file shows them, and nothing proves them. */
  unproven: number;
}

const erasedValue = '[erased]';
const sumField = ',"line_sha256":"';
const idForm = /"id":"(aud_[0-9A-HJKMNP-TV-Z]{26})"/;

/** Fields of an entry that stand in its leaf under the same name. */
const inLeaf = ['id', 'timestamp', 'action', 'resource', 'resource_id', 'key_id', 'request_id', 'result'];
const personal = ['user_id', 'ip_address', 'user_agent'];
/** Fields that are shown for reading and are in no leaf, or say where the leaf is. */
const beside = ['key_name', 'metadata', 'openings', 'leaf_index', 'leaf', 'line_sha256'];
const known = new Set([...inLeaf, ...personal, ...beside]);
const filename = 'metadata.filename';

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const assert: (condition: boolean, reason: string) => asserts condition = (condition, reason) => {
  if (!condition) throw new ExportFaultError(reason);
};

/** JSON with each character beyond ASCII as `\u0085`: an export escapes those that would end a line or steer a terminal. */
const inAscii = (json: string): string =>
  json.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** @throws ExportFaultError */
export const parseFields = (text: string): Fields => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ExportFaultError('the line is not JSON');
  }
  assert(isFields(value), 'the line is no JSON object');
  // Another reader might take the first of two fields of one name.
  const written = JSON.stringify(value);
  const isAsWritten = written === text || inAscii(written) === inAscii(text);
  assert(isAsWritten, 'the line is not written as an export writes it');
  return value;
};

const sumOf = (text: string): string => toHex(sha256(utf8(text.slice(0, text.lastIndexOf(sumField)))));

const sorted = (fields: Fields): string =>
  JSON.stringify(Object.fromEntries(Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1))));

const opens = (commitment: unknown, value: unknown, salt: unknown): boolean => {
  const bytes = typeof salt === 'string' ? fromBase64(salt) : undefined;
  const committed = typeof commitment === 'string' ? fromBase64(commitment) : undefined;
  if (bytes === undefined || committed === undefined) return false;
  return equalBytes(sha256(concatBytes(bytes, utf8(JSON.stringify(value)))), committed);
};

/** The personal values that the line shows, by the field's name. */
const shownValues = (line: Fields, leaf: Fields): [field: string, value: unknown][] => {
  const shown = personal.map((field): [string, unknown] => [field, line[field]]);
  const metadata = line.metadata as Fields;
  if (leaf.sealed_name !== null) return [...shown, [filename, metadata.filename]];
  return shown;
};

const checkPersonal = (line: Fields, leaf: Fields): Pick<ProvenEntry, 'erased' | 'unproven'> => {
  assert(Array.isArray(line.openings) && line.openings.every(isFields), 'it has no openings');
  assert(isFields(leaf.commitments), 'its leaf has no commitments');
  const openings = new Map(line.openings.map((opening) => [opening.field, opening]));
  let erased = 0;
  let unproven = 0;
  let absent = 0;
  for (const [field, value] of shownValues(line, leaf)) {
    const commitment = leaf.commitments[field];
    const opening = openings.get(field);
    assert(typeof value === 'string', `${field} is missing`);
    if (opening !== undefined) {
      const isOpened = opening.value === value && opens(commitment, value, opening.salt);
      assert(isOpened, `${field} is not the value that its leaf commits to`);
    } else if (value === erasedValue) erased += 1;
    // A leaf that commits to who acted commits to each value that its entry has: a count of several callers has no address.
    else if (value === '' && commitment === undefined && leaf.commitments.user_id !== undefined) absent += 1;
    else {
      assert(commitment === undefined, `${field} has no opening`);
      unproven += 1;
    }
  }
  assert(
    openings.size === line.openings.length &&
      openings.size + erased + unproven + absent === shownValues(line, leaf).length,
    'an opening is of no field',
  );
  return { erased, unproven };
};

const notOfLeaf = (fields: string): string => `it is not the entry of its leaf: they differ in ${fields}`;

const checkMetadata = (line: Fields, leaf: Fields): void => {
  assert(isFields(line.metadata) && isFields(leaf.metadata), 'it has no metadata');
  const { filename: _, ...named } = line.metadata;
  const clear = leaf.sealed_name === null ? line.metadata : named;
  assert(sorted(clear) === sorted(leaf.metadata), notOfLeaf('metadata'));
};

/**
 * Checks an entry's line alone: its own sum, the leaf, and that everything it says in clear is in the leaf or opens a
 * commitment in it. `key_name` is covered by the sums alone.
 * @throws ExportFaultError
 */
export const checkEntry = (text: string, number: number): ProvenEntry => {
  const line = parseFields(text);
  assert(line.line_sha256 === sumOf(text), 'the line was changed');
  return checkLeaf(line, number);
};

/** The bytes of the leaf in a line or a receipt. @throws ExportFaultError */
export const leafIn = ({ leaf }: Fields): Uint8Array => {
  const bytes = typeof leaf === 'string' ? fromBase64(leaf) : undefined;
  assert(bytes !== undefined, 'it has no leaf');
  return bytes;
};

/**
 * Checks that everything an entry says in clear is in its leaf, which is entry `number` of the log, or opens a commitment in it.
 * @throws ExportFaultError
 */
export const checkLeaf = (line: Fields, number: number): ProvenEntry => {
  const stranger = Object.keys(line).find((field) => !known.has(field));
  assert(stranger === undefined, `nothing proves the field ${stranger}`);
  const bytes = leafIn(line);
  let leaf: unknown;
  try {
    leaf = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    leaf = undefined;
  }
  assert(isFields(leaf), 'its leaf is no JSON object');
  const { organization_id: organizationId } = leaf;
  assert(typeof organizationId === 'string', 'its leaf names no organization');
  assert(line.leaf_index === number && leaf.number === number, 'it is not the entry that comes here');
  const others = inLeaf.filter((field) => line[field] !== leaf[field]);
  assert(others.length === 0, notOfLeaf(others.join(', ')));
  checkMetadata(line, leaf);
  const { id, timestamp, metadata } = line as { id: string; timestamp: string; metadata: Fields };
  return {
    id: String(id),
    timestamp: String(timestamp),
    metadata,
    leaf: bytes,
    organizationId,
    ...checkPersonal(line, leaf),
  };
};

const idInLeaf = (text: string): string | undefined => {
  const [, encoded = ''] = /"leaf":"([A-Za-z0-9+/=]+)"/.exec(text) ?? [];
  const bytes = fromBase64(encoded);
  return bytes && idForm.exec(new TextDecoder().decode(bytes))?.[1];
};

/** The id of the entry that a line was made for, also where the line was damaged; undefined where it has none. */
export const idIn = (text: string): string | undefined => {
  const shown = idForm.exec(text)?.[1];
  const inside = idInLeaf(text);
  if (shown === undefined || inside === undefined || shown === inside) return shown ?? inside;
  // One of the two was changed: the line's sum says which.
  const [, sum] = /"line_sha256":"([0-9a-f]{64})"/.exec(text) ?? [];
  return sumOf(text.replace(shown, inside)) === sum ? inside : shown;
};
