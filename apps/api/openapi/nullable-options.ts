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

/** Of the schema that the property is, where that is a named one. */
const referenceOf = (property: Property): string | undefined => {
  const [first] = '$ref' in property ? [property] : (property.allOf ?? []);
  return first !== undefined && '$ref' in first ? nameIn(first) : undefined;
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

/** `validated` takes null for a field that need not be there, in every JSON body: the document says so too. */
export const withNullableOptions = (document: OpenAPIObject): OpenAPIObject => {
  const schemas: Schemas = { ...document.components?.schemas };
  const names = new Set(bodiesOf(document));
  // A set gives what is added to it on the way, too.
  for (const name of names) {
    const schema = schemas[name];
    if (schema === undefined || '$ref' in schema) continue;
    const required = new Set(schema.required);
    const properties: Schema['properties'] = {};
    for (const [field, property] of Object.entries(schema.properties ?? {})) {
      properties[field] = required.has(field) ? property : orNull(property);
      const nested = referenceOf(property);
      if (nested !== undefined) names.add(nested);
    }
    schemas[name] = { ...schema, properties };
  }
  return { ...document, components: { ...document.components, schemas } };
};
