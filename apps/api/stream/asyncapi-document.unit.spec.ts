import { expect, it } from 'vitest';
import { asyncApiDocument } from './asyncapi-document.js';
import { frameTypes } from './client-frame.js';

const document = asyncApiDocument('https://mt.example.com/api', '1.2.3');

/** Every `$ref` in a value, however deep. */
const references = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (key === '$ref' ? [String(inner)] : references(inner)));
};

const follow = (reference: string): unknown =>
  reference
    .slice(2)
    .split('/')
    .reduce<unknown>((at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined), document);

it('every reference of the document is to a part of it', () => {
  const found = references(document);
  expect(found.length).toBeGreaterThan(20);
  for (const reference of found) expect(follow(reference), reference).toBeTypeOf('object');
});

it('the document gives the address of the stream', () => {
  expect(document.servers.api).toEqual({ host: 'mt.example.com', protocol: 'wss', pathname: '/api' });
  expect(asyncApiDocument('http://127.0.0.1:8080', '1').servers.api).toEqual({
    host: '127.0.0.1:8080',
    protocol: 'ws',
  });
});

it('the document describes every frame that a client may send', () => {
  const received = document.operations.fromClient.messages.map(({ $ref }) => $ref.split('/').at(-1));
  expect(received.sort()).toEqual([...frameTypes].sort());
});

interface FrameSchema {
  title: string;
  properties: Record<string, object>;
  required: string[];
}

it('each message has a schema with a name and its own type, which requires only fields that it has', () => {
  const schemas = document.components.schemas as unknown as Record<string, FrameSchema>;
  for (const [name, { payload }] of Object.entries(document.components.messages)) {
    const schema = payload.$ref.split('/').at(-1) ?? '';
    const { title, properties, required } = schemas[schema] ?? { title: '', properties: {}, required: [] };
    expect(title).toBe(schema);
    expect(properties.type).toMatchObject({ const: name });
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(required));
  }
});

it('generators have a name for each object and each choice: none stands within another', () => {
  for (const { properties = {} } of Object.values(document.components.schemas) as unknown as FrameSchema[])
    for (const property of Object.values(properties)) {
      expect(property).not.toHaveProperty('properties');
      expect(property).not.toHaveProperty('enum');
    }
});
