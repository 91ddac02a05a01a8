import type { OpenAPIObject } from '@nestjs/swagger';
import { isClosedSchema } from '../http/closed.decorator.js';

/** Says in the document which schemas have no other properties. */
export const withClosedSchemas = (document: OpenAPIObject): OpenAPIObject => {
  const schemas = Object.entries(document.components?.schemas ?? {}).map(([name, schema]) => [
    name,
    isClosedSchema(name) && !('$ref' in schema) ? { ...schema, additionalProperties: false } : schema,
  ]);
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(schemas) } };
};
