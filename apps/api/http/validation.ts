import { type PipeTransform } from '@nestjs/common';
import { getMetadataStorage, type ValidationError, ValidationTypes, validateSync } from 'class-validator';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { traitOf, type Writing } from './canonical-form.decorator.js';
import { isClosed } from './closed.decorator.js';
import { compiledRules, type IsFaultless } from './compiled-rules.js';
import { FieldsRefused } from './fields-refused.js';
import { requiredWhere } from './required-where.decorator.js';
import { describeUnknownField, misspeltHint, noteUnknownFields } from './unknown-fields.js';

type FieldMessages = Record<string, string[]>;

/**
 * Whether a fault is that a field is missing. One that is not there is judged only where it is required; what is empty
 * counts as missing only in a field that always is, and an array only where one is required.
 */
const isMissing = ({ property, value, constraints }: ValidationError, { conditional }: Fields): boolean => {
  if (value === undefined || value === null) return true;
  const isEmpty = value === '' || (constraints?.arrayNotEmpty !== undefined && constraints.isArray === undefined);
  return isEmpty && !conditional.has(property);
};

/** Maximum number of items of an array that are checked one by one to name the first at fault. */
const itemsLookedAt = 1_000;

/**
 * The place of the first wrong item, `[3]` for the fourth: class-validator says only that some item is wrong. Empty
 * when the array itself is.
 */
const placeIn = (type: new () => object, { property, value }: ValidationError): string => {
  if (!Array.isArray(value) || !fieldsOf(type).arrays.has(property)) return '';
  const place = value.slice(0, itemsLookedAt).findIndex((item) => {
    const alone = new type();
    Reflect.set(alone, property, [item]);
    return validateSync(alone).some((error) => error.property === property);
  });
  return place < 0 ? '' : `[${place}]`;
};

/** The first fault of a field; of a value that should be an array and is none, only that. */
const faultsOf = ({ constraints = {} }: ValidationError): string[] =>
  constraints.isArray === undefined ? Object.values(constraints).slice(0, 1) : [constraints.isArray];

const rejectionFor = (
  instance: object,
  type: new () => object,
  input: object,
  errors: readonly ValidationError[],
  parent: string,
): Rejection => {
  const fields = fieldsOf(type);
  const faulty = new Set(errors.map(({ property }) => property));
  const misspelt: string[] = [];
  const absent: string[] = [];
  const missing: FieldMessages = {};
  const wrong: FieldMessages = {};
  for (const error of errors) {
    const path = parent === '' ? error.property : `${parent}.${error.property}`;
    if (isMissing(error, fields)) {
      const where = fields.conditional.get(error.property);
      missing[path] = [`is required${where ? ` where ${where}` : ''}`];
      absent.push(`${path}${where ? ` (where ${where})` : ''}`);
      misspelt.push(misspeltHint(error.property, input, fields.known, path));
    } else wrong[`${path}${placeIn(type, error)}`] = faultsOf(error);
  }
  if (Object.keys(wrong).length > 0)
    return new FieldsRefused('invalid_request', { details: { ...wrong, ...missing } }, instance, faulty);
  const message = `A required field is missing or empty: ${absent.join(', ')}.${misspelt.join('')}`;
  return new FieldsRefused('missing_required_field', { message, details: missing }, instance, faulty);
};

interface Fields {
  /** The fields that have a rule. Nothing else of the input is read, however much or deep it is. */
  known: readonly string[];
  /** The fields that are not always required, and where they are: empty for those that never are. */
  conditional: ReadonlyMap<string, string>;
  /** The fields that are left out where they are null. */
  optional: ReadonlySet<string>;
  /** How a value is written before its rules see it, by field. */
  forms: ReadonlyMap<string, Writing>;
  /** The fields whose items have rules. */
  arrays: ReadonlySet<string>;
  isFaultless: IsFaultless;
}

const fieldsByType = new Map<new () => object, Fields>();

const fieldsOf = (type: new () => object): Fields => {
  const found = fieldsByType.get(type);
  if (found !== undefined) return found;
  const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  const conditions = rules.filter((rule) => rule.type === ValidationTypes.CONDITIONAL_VALIDATION);
  const takingNull = rules.filter((rule) => traitOf(rule).takesNull).map(({ propertyName }) => propertyName);
  const fields = {
    optional: new Set(conditions.map(({ propertyName }) => propertyName)).difference(new Set(takingNull)),
    forms: new Map(
      rules.flatMap((rule) => {
        const { write } = traitOf(rule);
        return write === undefined ? [] : [[rule.propertyName, write] as const];
      }),
    ),
    known: [...new Set(rules.map(({ propertyName }) => propertyName))],
    conditional: new Map(conditions.map((rule) => [rule.propertyName, requiredWhere(rule)])),
    arrays: new Set(rules.filter(({ each }) => each).map(({ propertyName }) => propertyName)),
    isFaultless: compiledRules(type),
  };
  fieldsByType.set(type, fields);
  return fields;
};

const assertNoOthers = (type: new () => object, input: object, parent: string): void => {
  const { known } = fieldsOf(type);
  const other = Object.keys(input).find((field) => !known.includes(field));
  if (other === undefined) return;
  const { name, what } = describeUnknownField(other, known);
  const path = parent === '' ? name : `${parent}.${name}`;
  const choice = what.endsWith('?') ? '' : `; there ${known.length === 1 ? 'is' : 'are'} ${known.join(', ')}`;
  throw new Rejection('invalid_request', { details: { [path]: [`${what}${choice}`] } });
};

/**
 * Makes an instance of the class from the fields that it knows and validates it. An optional field that is null is left out. `parent` is the field that holds
 * the input, when it is not the body itself. Fields at fault are named as a caller would write them:
 * `period.start`, `texts[3]`.
 * @throws Rejection `invalid_request` when a field is wrong, `missing_required_field` when one is missing
 */
export const validated = <T extends object>(type: new () => T, input: unknown, parent = ''): T => {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    const what = parent === '' ? 'The request body' : parent;
    throw new Rejection('invalid_request', { message: `${what} must be a JSON object.` });
  }
  if (isClosed(type)) assertNoOthers(type, input, parent);
  const instance = new type();
  const { known, optional, forms, isFaultless } = fieldsOf(type);
  for (const field of known) {
    if (!Object.hasOwn(input, field)) continue;
    const value: unknown = Reflect.get(input, field);
    if (value === null && optional.has(field)) continue;
    Reflect.set(instance, field, forms.get(field)?.(value) ?? value);
  }
  noteUnknownFields(input, known, parent);
  if (isFaultless(instance)) return instance;
  const errors = validateSync(instance);
  if (errors.length > 0) throw rejectionFor(instance, type, input, errors, parent);
  return instance;
};

/** The fields of an input that `validated` reads. */
export const fieldNamesOf = (type: new () => object): readonly string[] => fieldsOf(type).known;

/** A pipe that knows which class it makes. */
export interface ValidatingPipe<T extends object = object> extends PipeTransform<unknown, T> {
  readonly type: new () => T;
}

/** Validates the body or query of a route: `@Body(validatedBy(TranslateRequest))`. */
export const validatedBy = <T extends object>(type: new () => T): ValidatingPipe<T> => ({
  type,
  transform: (input) => validated(type, input),
});
