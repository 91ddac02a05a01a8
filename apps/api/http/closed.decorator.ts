const closedTypes = new Set<object>();
const closedNames = new Set<string>();

/** Declares that an input of this class has no other fields: unlike elsewhere, they are refused, not ignored. */
export const Closed = (): ClassDecorator => (type) => {
  closedTypes.add(type);
  closedNames.add(type.name);
};

export const isClosed = (type: object): boolean => closedTypes.has(type);

/** Whether the schema of this name is that of a closed class. */
export const isClosedSchema = (name: string): boolean => closedNames.has(name);
