import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';

/** Documents the result of a route as `{ data: …, meta: … }`; the adapter sends it so. */
export const EnvelopeOf = (type: Type, status: 200 | 201): MethodDecorator =>
  applyDecorators(
    ApiExtraModels(type),
    ApiResponse({
      status,
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
