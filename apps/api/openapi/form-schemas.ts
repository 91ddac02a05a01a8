import type { OpenAPIObject } from '@nestjs/swagger';
import { mapOperations, type Operation } from './map-operations.js';

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;

const nameIn = (reference: string): string => reference.split('/').at(-1) ?? '';

const form = 'multipart/form-data';

/**
 * Writes the schemas of forms that stand beside JSON where they are used: some generators leave named ones out, as the parts of a form are
 * parameters to them, and refer to them all the same.
 */
export const withFormsInPlace = (document: OpenAPIObject): OpenAPIObject => {
  const schemas: Schemas = { ...document.components?.schemas };
  const paths = mapOperations(document.paths, (operation: Operation): Operation => {
    const { requestBody } = operation;
    if (requestBody === undefined || '$ref' in requestBody || requestBody.content['application/json'] === undefined)
      return operation;
    const ofForm = requestBody.content[form];
    if (ofForm?.schema === undefined || !('$ref' in ofForm.schema)) return operation;
    const name = nameIn(ofForm.schema.$ref);
    const schema = schemas[name];
    if (schema === undefined) return operation;
    delete schemas[name];
    const content = { ...requestBody.content, [form]: { ...ofForm, schema } };
    return { ...operation, requestBody: { ...requestBody, content } };
  });
  return { ...document, paths, components: { ...document.components, schemas } };
};
