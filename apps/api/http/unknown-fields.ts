import leven from 'leven';
import { Rejection } from '#libs/domain/errors/rejection.js';

/** Characters of the name of an unknown field that a response repeats. */
const maxNameLength = 40;
/** Maximum number of unknown fields that are named. */
const maxNamed = 10;
/** Largest part of a name that may be misspelt. */
const tolerance = 0.34;
/** Characters that two names must begin with alike to be near in spite of what follows: `target` and `target_lang`. */
const minCommonStart = 5;

const plain = (name: string): string => name.replaceAll(/[_-]/g, '').toLowerCase();

const isNear = (given: string, name: string): boolean => {
  const shorter = Math.min(given.length, name.length);
  if (shorter >= minCommonStart && (given.startsWith(name) || name.startsWith(given))) return true;
  return leven(given, name) <= given.length * tolerance;
};

/** The field that was probably meant by a name that is none; undefined when none is near. */
const nearestField = (name: string, known: readonly string[]): string | undefined => {
  const given = plain(name);
  const near = known.filter((field) => isNear(given, plain(field)));
  const distances = near.map((field) => ({ field, distance: leven(given, plain(field)) }));
  return distances.sort((a, b) => a.distance - b.distance)[0]?.field;
};

/** The field of an input that was probably meant to be the one that is missing; undefined where none is. */
export const misspeltField = (missing: string, input: object, known: readonly string[]): string | undefined =>
  Object.keys(input)
    .slice(0, maxNamed)
    .filter((field) => !known.includes(field))
    .map((field) => field.slice(0, maxNameLength))
    .find((field) => nearestField(field, known) === missing);

/** The name of a field as a response repeats it. */
export const shortName = (name: string): string => name.slice(0, maxNameLength);

/** The name as a response repeats it, and what it says of it. */
export const describeUnknownField = (name: string, known: readonly string[]): { name: string; what: string } => {
  const short = shortName(name);
  const meant = nearestField(short, known);
  return { name: short, what: meant === undefined ? 'is not known' : `is not known: did you mean ${meant}?` };
};

/** Refuses an input that should have no fields; `meant` are those that one may be a misspelling of. @throws Rejection */
export const assertNoFields = (input: unknown, meant: readonly string[]): void => {
  const [other] = Object.keys(input ?? {});
  if (other === undefined) return;
  const { name, what } = describeUnknownField(other, meant);
  throw new Rejection('invalid_request', { details: { [name]: [what] } });
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

/** Whether a body is one of fields: files come as bytes, and a form as its own object. */
const hasFields = (body: unknown): body is object =>
  typeof body === 'object' && body !== null && !Array.isArray(body) && !Buffer.isBuffer(body);

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
