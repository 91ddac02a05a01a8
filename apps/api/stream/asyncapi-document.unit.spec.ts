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

it('each message has its own type, and requires only fields that it has', () => {
  for (const [name, { payload }] of Object.entries(document.components.messages)) {
    expect(payload.properties.type).toMatchObject({ const: name });
    expect(Object.keys(payload.properties)).toEqual(expect.arrayContaining(payload.required));
  }
});
