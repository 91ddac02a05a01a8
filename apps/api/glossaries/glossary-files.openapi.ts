import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiOperation, ApiQuery, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { entityTag } from '../openapi/envelope-of.decorator.js';
import { formOf } from '../openapi/form-of.js';
import { glossaryFormats, mediaTypeOf } from './glossary-format.js';

const binary = {
  schema: { type: 'string', format: 'binary', description: 'As `GET /v1/glossaries/{id}?format=` gives it.' },
} as const;

/** The usual type of each format: other names of TBX are taken too, and tell a client nothing. */
const contentOfFiles = Object.fromEntries(
  glossaryFormats.map((format) => [mediaTypeOf(format).split(';', 1)[0], binary]),
);

/**
 * Documents what a request for a new glossary says in its query where its body is a file; other bodies have it as fields, and
 * are refused with it. Without examples: a page of documentation would send these with any body.
 */
export const ApiFileQuery = (): MethodDecorator =>
  applyDecorators(
    ...['name', 'source_language', 'target_language', 'domain'].map((name) =>
      ApiQuery({
        name,
        required: false,
        schema: { type: 'string' },
        description: `The field \`${name}\`, where the body is a file and only there.`,
      }),
    ),
  );

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

/** Documents an operation that takes a glossary as JSON, as a form with a file, or as the file itself. */
export const ApiGlossaryBody = ({ json, form, example, ...operation }: GlossaryOperation): MethodDecorator =>
  applyDecorators(
    ApiExtraModels(json, form),
    ApiOperation({
      ...operation,
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: { $ref: getSchemaPath(json) }, examples: { terms: example } },
          'multipart/form-data': formOf(form, 'terms.csv'),
          ...contentOfFiles,
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
