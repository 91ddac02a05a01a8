import type { WantedOptions } from '#libs/application/documents/wanted-options.js';
import type { KeyRules } from '#libs/documents/formats/format.port.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { formatOptionsJsonValues, structureOf } from '../../http/json-structure.js';

type FormatOptionsGiven = Pick<WantedOptions, 'sheetNames' | 'hidden' | 'ocr' | 'keys' | 'itsRules'>;

/** Rules for keys that a request may have, of either kind, and characters of each. */
const maxKeys = 1_000;
const maxKeyLength = 1_000;
/** Characters of the rules for markup. */
const maxItsRules = 60_000;

const wrong = (path: string, message: string): Rejection =>
  new Rejection('invalid_request', { message: `${path} ${message}.`, details: { [path]: [message] } });

const isText = (value: unknown, maxLength: number): value is string =>
  typeof value === 'string' && value.length <= maxLength && value.isWellFormed() && !value.includes('\0');

/** The fields of an object, none of which may be another than these; one that is null counts as not given. */
const fieldsOf = (value: unknown, path: string, known: readonly string[]): Map<string, unknown> => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw wrong(path, `must be a JSON object of ${known.join(', ')}`);
  }
  const unknown = Object.keys(value).find((field) => !known.includes(field));
  if (unknown !== undefined) {
    throw wrong(`${path}.${unknown.slice(0, 40)}`, `is not an option; there are ${known.join(', ')}`);
  }
  return new Map(Object.entries(value).filter(([, field]) => field !== null));
};

const flagIn = (fields: Map<string, unknown>, field: string, path: string): boolean | undefined => {
  const value = fields.get(field);
  if (value !== undefined && typeof value !== 'boolean') throw wrong(`${path}.${field}`, 'must be true or false');
  return value;
};

const namesIn = (fields: Map<string, unknown>, field: string, path: string): string[] => {
  const value = fields.get(field) ?? [];
  const isRight =
    Array.isArray(value) && value.length <= maxKeys && value.every((name) => name !== '' && isText(name, maxKeyLength));
  if (!isRight) {
    throw wrong(`${path}.${field}`, `must be at most ${maxKeys} strings of 1 to ${maxKeyLength} characters`);
  }
  return value;
};

const keysIn = (fields: Map<string, unknown>, path: string): KeyRules | undefined => {
  const value = fields.get('keys');
  if (value === undefined) return undefined;
  const given = fieldsOf(value, `${path}.keys`, ['include', 'exclude']);
  return { include: namesIn(given, 'include', `${path}.keys`), exclude: namesIn(given, 'exclude', `${path}.keys`) };
};

/**
 * Reads `format_options`, the options of single formats, of a request whose field for them is `path`.
 * @throws Rejection `invalid_request` for a value of another type, and for an option that is not known
 */
export const readFormatOptions = (value: unknown, path: string): FormatOptionsGiven => {
  if (value === undefined || value === null) return {};
  const fields = fieldsOf(value, path, ['sheet_names', 'hidden', 'ocr', 'keys', 'its_rules']);
  const itsRules = fields.get('its_rules');
  if (itsRules !== undefined && !isText(itsRules, maxItsRules)) {
    throw wrong(`${path}.its_rules`, `must be XML of at most ${maxItsRules} characters`);
  }
  return {
    sheetNames: flagIn(fields, 'sheet_names', path),
    hidden: flagIn(fields, 'hidden', path),
    ocr: flagIn(fields, 'ocr', path),
    keys: keysIn(fields, path),
    itsRules,
  };
};

/** Reads `format_options` of a form, where it is JSON. @throws as `readFormatOptions` */
export const readFormatOptionsOfForm = (json: string | undefined, path: string): FormatOptionsGiven => {
  if (json === undefined) return {};
  structureOf(path, Buffer.from(json), { values: formatOptionsJsonValues });
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw wrong(path, 'must be a JSON object');
  }
  return readFormatOptions(value, path);
};
