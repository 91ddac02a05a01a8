import { gzipSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import { describedApi } from './described-api.js';

interface Schema {
  $ref?: string;
  type?: unknown;
  enum?: unknown[];
  uniqueItems?: boolean;
  description?: string;
  example?: unknown;
  examples?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
}

interface Parameter {
  in: string;
  name: string;
  required?: boolean;
  description?: string;
  example?: unknown;
  schema: Schema;
}

interface Operation {
  operationId: string;
  parameters?: Parameter[];
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: Schema; example?: unknown }> }>;
}

interface Document {
  info: { description: string; contact: { url: string } };
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { $ref: string }>;
  components: {
    schemas: Record<string, Schema>;
    pathItems: Record<string, { post: { parameters: Parameter[] } }>;
  };
}

let document: Document;
beforeAll(async () => {
  document = (await describedApi()) as Document;
});

const operations = (): Operation[] => Object.values(document.paths).flatMap((methods) => Object.values(methods));

/** Each schema below the named ones, with its place. */
const schemas = (): [place: string, schema: Schema][] => {
  const below = (place: string, schema: Schema): [string, Schema][] => [
    [place, schema],
    ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) => below(`${place}.${name}`, property)),
    ...(schema.items === undefined ? [] : below(`${place}[]`, schema.items)),
  ];
  return Object.entries(document.components.schemas).flatMap(([name, schema]) => below(name, schema));
};

const placesOf = (isWrong: (schema: Schema) => boolean): string[] =>
  schemas()
    .filter(([, schema]) => isWrong(schema))
    .map(([place]) => place);

it('the document is small enough to be read at once', () => {
  const text = JSON.stringify(document);
  expect(Buffer.byteLength(text)).toBeLessThan(400 * 1_024);
  expect(gzipSync(text).length).toBeLessThan(60_000);
});

it('every property and every parameter is described', () => {
  const undescribed = schemas()
    .filter(([place, { description }]) => place.includes('.') && !place.endsWith('[]') && !description)
    .map(([place]) => place);
  const parameters = operations().flatMap(({ operationId, parameters = [] }) =>
    parameters.filter(({ description }) => !description).map(({ name }) => `${operationId} ${name}`),
  );
  expect([...undescribed, ...parameters]).toEqual([]);
});

it('generators of clients can make every schema', () => {
  expect(placesOf(({ uniqueItems }) => uniqueItems === true)).toEqual([]);
  expect(placesOf(({ enum: values, type }) => type === 'boolean' && values !== undefined)).toEqual([]);
  const isAlternative = ({ oneOf, anyOf = [] }: Schema) =>
    oneOf !== undefined || anyOf.filter(({ type }) => type !== 'null').length > 1;
  expect(placesOf(isAlternative)).toEqual([]);
});

it('every answer that has a body says what it is', () => {
  const silent = operations().flatMap(({ operationId, responses }) =>
    ['200', '201']
      .filter((status) => responses[status] && responses[status].content === undefined)
      .map(() => operationId),
  );
  expect(silent).toEqual([]);
});

it('no optional filter has an example, which pages of documentation would send', () => {
  const withExample = operations().flatMap(({ operationId, parameters = [] }) =>
    parameters
      .filter(({ in: place, required, name }) => place !== 'path' && !required && !['limit', 'offset'].includes(name))
      .filter(({ example, schema }) => (example ?? schema.example ?? schema.examples) !== undefined)
      .map(({ name }) => `${operationId} ${name}`),
  );
  expect(withExample).toEqual([]);
});

it('lists in a query stand in one parameter, with commas', () => {
  const lists = operations().flatMap(({ parameters = [] }) =>
    parameters.filter(({ schema }) => schema.type === 'array'),
  );
  expect(lists.length).toBeGreaterThan(0);
  expect(lists).toEqual(lists.map((list) => ({ ...list, style: 'form', explode: false })));
});

it('what webhooks send is described, with its headers', () => {
  expect(Object.keys(document.webhooks)).toHaveLength(5);
  for (const { $ref } of Object.values(document.webhooks))
    expect(
      document.components.pathItems[$ref.split('/').at(-1) ?? '']?.post.parameters.map(({ name }) => name),
    ).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature', 'webhook-sequence']);
});

/** Answers without an example, and why: bytes stand in no JSON, and nobody reads the page by a program. */
const withoutExample: Readonly<Record<string, string>> = {
  'downloadDocument application/octet-stream': 'the bytes of a document of any format',
  'downloadDocumentSource application/octet-stream': 'the bytes of a document of any format',
  'getDocumentPage image/png': 'the bytes of a picture',
  'downloadReport application/octet-stream': 'the bytes of a PDF, an XLSX file or a text',
  'exportAuditLog application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'the bytes of an XLSX file',
  'getTlogTile application/octet-stream': 'bytes of hashes, or of entries behind their lengths',
  'completeOidcSignIn text/html': 'a page that a browser shows on its way to the console',
};

it('each answer has an example, or a reason why it has none', () => {
  const lacking = operations().flatMap(({ operationId, responses }) =>
    ['200', '201'].flatMap((status) =>
      Object.entries(responses[status]?.content ?? {}).flatMap(([type, media]) =>
        media.example === undefined ? [`${operationId} ${type}`] : [],
      ),
    ),
  );
  expect(lacking.toSorted()).toEqual(Object.keys(withoutExample).toSorted());
});
