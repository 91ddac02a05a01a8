import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiOperation, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { entityTag } from '../openapi/envelope-of.decorator.js';
import { formOf } from '../openapi/form-of.js';
import { glossaryFormats, mediaTypeOf } from './glossary-format.js';

const binary = {
  schema: { type: 'string', format: 'binary', description: 'As `GET /v1/glossaries/{id}?format=` gives it.' },
} as const;

const fileAsBody =
  'A file of CSV, TSV or TBX may also be the body itself, by its media type; other fields then stand in the query.';

interface GlossaryOperation {
  operationId: string;
  summary: string;
  description: string;
  /** Type of the JSON body. */
  json: Type;
  /** Example of the JSON body. */
  example: { summary: string; value: object };
  /** Type of the form's parts. */
  form: Type;
}

/**
 * Documents an operation that takes a glossary as JSON, or as a form with a file. It takes the file as the body itself too, which its
 * description says in words: generators of clients make nothing of bodies of so many types.
 */
export const ApiGlossaryBody = ({ json, form, example, ...operation }: GlossaryOperation): MethodDecorator =>
  applyDecorators(
    ApiExtraModels(json, form),
    ApiOperation({
      ...operation,
      description: `${operation.description} ${fileAsBody}`,
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: { $ref: getSchemaPath(json) }, examples: { terms: example } },
          'multipart/form-data': formOf(form, 'terms.csv'),
        },
      },
    }),
  );

/** Documents a response that is JSON, or a file when one is requested. */
export const ApiGlossaryResponse = (type: Type): MethodDecorator =>
  applyDecorators(
    ApiExtraModels(type),
    ApiResponse({
      status: 200,
      description: 'Success.',
      headers: entityTag,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['data', 'meta'],
            properties: { data: { $ref: getSchemaPath(type) }, meta: { $ref: '#/components/schemas/Meta' } },
          },
        },
        ...Object.fromEntries(glossaryFormats.map((format) => [mediaTypeOf(format).split(';', 1)[0], binary])),
      },
    }),
  );
