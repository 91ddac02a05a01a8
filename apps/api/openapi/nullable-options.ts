import type { OpenAPIObject } from '@nestjs/swagger';

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;
type Schema = Exclude<Schemas[string], { $ref: string }>;
type Property = NonNullable<Schema['properties']>[string];

const nameIn = ({ $ref }: { $ref: string }): string => $ref.split('/').at(-1) ?? '';

/** The schemas of JSON bodies, by name. */
const bodiesOf = ({ paths }: OpenAPIObject): string[] =>
  Object.values(paths).flatMap((item) =>
    [item.post, item.put, item.patch].flatMap((operation) => {
      const body = operation?.requestBody;
      const schema = body !== undefined && 'content' in body ? body.content['application/json']?.schema : undefined;
      return schema !== undefined && '$ref' in schema ? [nameIn(schema)] : [];
    }),
  );

/** The reference of a property whose schema is a named one. */
const referenceOf = (property: Property): string | undefined => {
  const [first] = '$ref' in property ? [property] : (property.allOf ?? []);
  return first !== undefined && '$ref' in first ? nameIn(first) : undefined;
};

/** Without its default, which its description says instead: generators of types take a field with one as required. */
const withoutDefault = (property: Property): Property => {
  if ('$ref' in property || property.default === undefined) return property;
  const { default: value, description = '', ...rest } = property;
  return { ...rest, description: `${description} Defaults to \`${String(value)}\`.`.trim() };
};

const orNull = (property: Property): Property => {
  if (referenceOf(property) !== undefined) return { anyOf: [property, { type: 'null' }] };
  if ('$ref' in property || typeof property.type !== 'string') return property;
  return {
    ...property,
    type: [property.type, 'null'],
    ...(property.enum === undefined ? {} : { enum: [...property.enum, null] }),
  };
};

/** Lets optional fields of JSON bodies be null in the document, since `validated` takes null for every one of them. */
export const withNullableOptions = (document: OpenAPIObject): OpenAPIObject => {
  const schemas: Schemas = { ...document.components?.schemas };
  const names = new Set(bodiesOf(document));
  // Iterating over a Set also visits what is added to it on the way.
  for (const name of names) {
    const schema = schemas[name];
    if (schema === undefined || '$ref' in schema) continue;
    const required = new Set(schema.required);
    const properties: Schema['properties'] = {};
    for (const [field, property] of Object.entries(schema.properties ?? {})) {
      properties[field] = required.has(field) ? property : orNull(withoutDefault(property));
      const nested = referenceOf(property);
      if (nested !== undefined) names.add(nested);
    }
    schemas[name] = { ...schema, properties };
  }
  return { ...document, components: { ...document.components, schemas } };
};
