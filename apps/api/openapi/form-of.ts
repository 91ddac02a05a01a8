import type { Type } from '@nestjs/common';
import { getSchemaPath } from '@nestjs/swagger';

/**
 * The schema of a `multipart/form-data` body with the parts of `type`, of which `file` has a file name: a part
 * without one is a field. `jsonParts` are fields whose type is JSON.
 */
export const formOf = (type: Type, exampleName: string, jsonParts: readonly string[] = []) => ({
  schema: { $ref: getSchemaPath(type) },
  encoding: {
    ...Object.fromEntries(jsonParts.map((part) => [part, { contentType: 'application/json' }])),
    file: {
      headers: {
        'Content-Disposition': {
          schema: { type: 'string' as const, example: `form-data; name="file"; filename="${exampleName}"` },
        },
      },
    },
  },
});
