import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, type ApiResponseOptions, getSchemaPath } from '@nestjs/swagger';

type Headers = NonNullable<ApiResponseOptions['headers']>;

/** The header that names the version of what a response has. */
export const entityTag = {
  ETag: { description: 'Names this version.', schema: { type: 'string' as const } },
};

/** Documents the result of a route as `{ data: …, meta: … }`, with its own headers; the adapter sends it so. */
export const EnvelopeOf = (type: Type, status: 200 | 201, headers: Headers = {}): MethodDecorator =>
  applyDecorators(
    ApiExtraModels(type),
    ApiResponse({
      status,
      headers,
      description: status === 201 ? 'Created.' : 'Success.',
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['data', 'meta'],
            properties: { data: { $ref: getSchemaPath(type) }, meta: { $ref: '#/components/schemas/Meta' } },
          },
        },
      },
    }),
  );
