const fieldsByType = new Map<unknown, Set<string>>();

/** Marks an optional field in which null is a value of its own, and not the field left out as everywhere else. */
export const TakesNull = (): PropertyDecorator => (prototype, field) => {
  const fields = fieldsByType.get(prototype.constructor) ?? new Set<string>();
  fieldsByType.set(prototype.constructor, fields.add(String(field)));
};

/** Whether null is a value of the field. */
export const takesNull = (type: new () => object, field: string): boolean =>
  fieldsByType.get(type)?.has(field) === true;
