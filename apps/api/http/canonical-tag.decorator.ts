import { canonicalTag } from '#libs/text/languages/language-tag.js';

const fieldsByType = new Map<unknown, Set<string>>();

/** Writes the language tag in a field as BCP 47 does, whatever the case in which it came: `es` for `ES`. */
export const CanonicalTag = (): PropertyDecorator => (prototype, field) => {
  const fields = fieldsByType.get(prototype.constructor) ?? new Set<string>();
  fieldsByType.set(prototype.constructor, fields.add(String(field)));
};

const isMarked = (type: unknown, field: string): boolean => {
  if (typeof type !== 'function') return false;
  return fieldsByType.get(type)?.has(field) === true || isMarked(Object.getPrototypeOf(type), field);
};

/** The value of a field in its canonical form. */
export const inCanonicalForm = (type: new () => object, field: string, value: unknown): unknown =>
  typeof value === 'string' && isMarked(type, field) ? canonicalTag(value) : value;
