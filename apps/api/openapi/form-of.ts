import type { Type } from '@nestjs/common';
import { getSchemaPath } from '@nestjs/swagger';

/**
 * The schema of a `multipart/form-data` body with the parts of `type`, of which `file` has a file name: a part
 * without one is a field.
 */
export const formOf = (type: Type, exampleName: string) => ({
  schema: { $ref: getSchemaPath(type) },
  encoding: {
    file: {
      headers: {
        'Content-Disposition': {
          schema: { type: 'string' as const, example: `form-data; name="file"; filename="${exampleName}"` },
        },
      },
    },
  },
});
