import type { OpenAPIObject } from '@nestjs/swagger';
import { expect, it } from 'vitest';
import { withNullableOptions } from './nullable-options.js';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const operationWith = (mediaType: string, name: string) => ({
  responses: { 200: { description: '', content: { 'application/json': { schema: ref('Answer') } } } },
  requestBody: { content: { [mediaType]: { schema: ref(name) } } },
});

const object = {
  type: 'object',
  required: ['must'],
  properties: { must: { type: 'string' }, may: { type: 'string' } },
};

const document: OpenAPIObject = {
  openapi: '3.1.0',
  info: { title: '', version: '' },
  paths: {
    '/json': { post: operationWith('application/json', 'Body') },
    '/form': { post: operationWith('multipart/form-data', 'Form') },
  },
  components: {
    schemas: {
      Body: {
        type: 'object',
        properties: {
          choice: { type: 'string', enum: ['a'], default: 'a', description: 'One.' },
          inner: { allOf: [ref('Inner')] },
        },
      },
      Inner: object,
      Form: object,
      Answer: object,
    },
  },
};

const { schemas } = withNullableOptions(document).components ?? {};

it('optional fields of JSON bodies may be null in the document, also deeper in a body', () => {
  expect(schemas?.Body).not.toHaveProperty('properties.choice.default');
  expect(schemas?.Body).toMatchObject({
    properties: {
      choice: { type: ['string', 'null'], enum: ['a', null], description: 'One. Defaults to `a`.' },
      inner: { anyOf: [{ allOf: [ref('Inner')] }, { type: 'null' }] },
    },
  });
  expect(schemas?.Inner).toMatchObject({ properties: { must: { type: 'string' }, may: { type: ['string', 'null'] } } });
});

it('the schemas of forms and responses stay unchanged', () => {
  expect(schemas?.Form).toEqual(object);
  expect(schemas?.Answer).toEqual(object);
});
