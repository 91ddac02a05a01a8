import type { OpenAPIObject } from '@nestjs/swagger';
import { errorCatalogue } from '#libs/domain/errors/error-catalogue.js';
import { errorExamplesOf } from '../error-examples.js';

const header = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes the request safe to repeat for 24 hours: the same body gets the first answer again, another one 409 `conflict`.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
} as const;

const conflict = {
  description: `\`conflict\`: ${errorCatalogue.conflict.message}`,
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/ErrorEnvelope' },
      examples: errorExamplesOf(409, ['conflict']),
    },
  },
};

/** Documents `Idempotency-Key` on every POST that needs a key. */
export const withIdempotency = (paths: OpenAPIObject['paths']): OpenAPIObject['paths'] =>
  Object.fromEntries(
    Object.entries(paths).map(([path, item]) => {
      const { post } = item;
      const takesKey = post?.security?.some((scheme) => 'api_key' in scheme);
      if (post === undefined || takesKey !== true) return [path, item];
      const parameters = [...(post.parameters ?? []), header];
      const responses = { 409: conflict, ...post.responses };
      return [path, { ...item, post: { ...post, parameters, responses } }];
    }),
  );
