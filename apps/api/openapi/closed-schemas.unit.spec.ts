import { expect, it } from 'vitest';
import { Closed } from '../http/closed.decorator.js';
import { withClosedSchemas } from './closed-schemas.js';

@Closed()
class ClosedInput {}

it('the schema of a closed class has no other properties, and any other may have some', () => {
  const schemas = { [ClosedInput.name]: { type: 'object' as const }, Open: { type: 'object' as const } };
  const document = { openapi: '3.1.0', info: { title: '', version: '' }, paths: {}, components: { schemas } };
  expect(withClosedSchemas(document).components?.schemas).toEqual({
    ClosedInput: { type: 'object', additionalProperties: false },
    Open: { type: 'object' },
  });
});
