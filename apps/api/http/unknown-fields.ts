import { Rejection } from '#libs/domain/errors/rejection.js';
import { nearestName } from './nearest-name.js';

/** Characters of the name of an unknown field that a response repeats. */
const maxNameLength = 40;
/** Maximum number of unknown fields that are named. */
const maxNamed = 10;

/** The name of a field as a response repeats it. */
export const shortName = (name: string): string => (name === '' ? '""' : name.slice(0, maxNameLength));

/**
 * A sentence, behind a space, on the field of an input that was probably meant to be the one that is missing; empty where none
 * was. `path` is the missing one as a caller would write it.
 */
export const misspeltHint = (missing: string, input: object, known: readonly string[], path = missing): string => {
  const given = Object.keys(input)
    .slice(0, maxNamed)
    .filter((field) => !known.includes(field))
    .map(shortName)
    .find((field) => nearestName(field, known) === missing);
  return given === undefined ? '' : ` ${given} is not known: did you mean ${path}?`;
};

/** The name as a response repeats it, and what it says of it. */
export const describeUnknownField = (name: string, known: readonly string[]): { name: string; what: string } => {
  const short = shortName(name);
  if (name === '') return { name: short, what: 'is an empty name' };
  const meant = nearestName(short, known);
  return { name: short, what: meant === undefined ? 'is not known' : `is not known: did you mean ${meant}?` };
};

/** Refuses an input that should have no fields; `meant` are those that one may be a misspelling of. @throws Rejection */
export const assertNoFields = (input: unknown, meant: readonly string[]): void => {
  const [other] = Object.keys(input ?? {});
  if (other === undefined) return;
  const { name, what } = describeUnknownField(other, meant);
  throw new Rejection('invalid_request', { details: { [name]: [what] } });
};

/** Whether a body is one of fields: files come as bytes, and a form as its own object. */
const hasFields = (body: unknown): body is object =>
  typeof body === 'object' && body !== null && !Array.isArray(body) && !Buffer.isBuffer(body);

/** A copy: a part of a long string would keep the whole of it in memory. */
const copyOf = (text: string): string => Buffer.from(text).toString();

/**
 * Drops the values of the fields of an input that are not known, so that nobody holds them while the request waits. The
 * first names stay, without a value, for warnings and for hints on what was meant.
 */
export const dropUnknownFields = (input: unknown, known: readonly string[]): void => {
  if (!hasFields(input)) return;
  const others = Object.keys(input).filter((name) => !known.includes(name));
  for (const name of others) Reflect.deleteProperty(input, name);
  for (const name of others.slice(0, maxNamed)) {
    const short = copyOf(name.slice(0, maxNameLength));
    Reflect.defineProperty(input, short, { value: null, enumerable: true, configurable: true, writable: true });
  }
};

export interface UnknownFieldWarning {
  code: 'unknown_field';
  message: string;
}

const warningsByInput = new WeakMap<object, readonly UnknownFieldWarning[]>();

const warningAbout = (field: string, known: readonly string[], parent: string): UnknownFieldWarning => {
  const { name, what } = describeUnknownField(field, known);
  const path = parent === '' ? name : `${parent}.${name}`;
  return { code: 'unknown_field', message: `${path} ${what}${what.endsWith('?') ? '' : '.'} It was ignored.` };
};

const warningsAbout = (input: object, known: readonly string[], parent = ''): readonly UnknownFieldWarning[] => {
  const others = Object.keys(input).filter((field) => !known.includes(field));
  return others.slice(0, maxNamed).map((field) => warningAbout(field, known, parent));
};

/**
 * Remembers the fields of an input that are ignored, for as long as the input lives. `parent` is the field that holds it,
 * when it is not the body itself.
 */
export const noteUnknownFields = (input: object, known: readonly string[], parent?: string): void => {
  warningsByInput.set(input, warningsAbout(input, known, parent));
};

/** Remembers the fields of the items of a list that are ignored, each where it stands first. `parent` is the field of the list. */
export const noteUnknownItemFields = (list: readonly object[], known: readonly string[], parent: string): void => {
  const places = new Map<string, number>();
  for (const [place, item] of list.entries()) {
    for (const field of Object.keys(item)) {
      if (!known.includes(field) && !places.has(field)) places.set(field, place);
      if (places.size === maxNamed) break;
    }
    if (places.size === maxNamed) break;
  }
  const warnings = [...places].map(([field, place]) => warningAbout(field, known, `${parent}[${place}]`));
  if (warnings.length > 0) warningsByInput.set(list, warnings);
};

/** Warnings about the fields of a body that were ignored, all of them where nobody has read it; undefined where there are none. */
export const unknownFieldsOf = (body: unknown): readonly UnknownFieldWarning[] | undefined => {
  if (!hasFields(body)) return undefined;
  const own = warningsByInput.get(body) ?? warningsAbout(body, []);
  const within = Object.values(body).flatMap((value: unknown) =>
    typeof value === 'object' && value !== null ? (warningsByInput.get(value) ?? []) : [],
  );
  const warnings = [...own, ...within].slice(0, maxNamed);
  return warnings.length === 0 ? undefined : warnings;
};
