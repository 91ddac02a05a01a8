import { expect } from 'vitest';
import { formatOfMediaType } from '#apps/api/glossaries/glossary-format.js';

interface Schema {
  $ref?: string;
  format?: string;
  default?: unknown;
  example?: unknown;
  examples?: unknown[];
  properties?: Record<string, Schema>;
}

interface Content {
  schema: Schema;
  examples?: Record<string, { value: object }>;
}

interface Parameter {
  in: string;
  name: string;
  description?: string;
  example?: unknown;
  schema: Schema;
}

export interface Operation {
  operationId: string;
  path: string;
  method: string;
  description: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, { content?: Record<string, { schema: Schema; example?: unknown }> } | undefined>;
  security: readonly Record<string, unknown>[];
}

export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

export interface ExampleRequest {
  path: string;
  method: string;
  headers: Record<string, string>;
  body?: string | FormData;
}

/** A value that no example can have, since it is made, or named, in each organization anew. */
export interface OwnValue {
  /** How the paths begin that have the parameter. */
  path: string;
  parameter: string;
  value: string;
  /** Calls, or words, with which the operation or its parameter says where the value comes from. */
  from: readonly string[];
}

type Body = Pick<ExampleRequest, 'headers' | 'body'>;

const exampleOf = ({ example, schema }: { example?: unknown; schema: Schema }): string | undefined => {
  const value = example ?? schema.example ?? schema.examples?.[0] ?? schema.default;
  return value === undefined ? undefined : String(value);
};

const isFile = (mediaType: string | undefined): boolean => mediaType !== undefined && !mediaType.includes('json');

/** All operations of a document. */
export const operationsOf = ({ paths }: OpenApi): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method: method.toUpperCase() })),
  );

/** The requests that the examples of a document make. */
export class ExampleRequests {
  /** A glossary as a file of each format, by its download: the document says that bodies are as that gives them. */
  readonly glossaryFiles = new Map<string | undefined, string>();
  readonly own: OwnValue[] = [];
  /** Values of the examples, and those that bodies have in their place. */
  readonly ownInBodies = new Map([['203.0.113.7', '127.0.0.1']]);

  constructor(private readonly document: OpenApi) {}

  private ownValue(path: string, parameter: string): OwnValue | undefined {
    return this.own.find((own) => path.startsWith(own.path) && own.parameter === parameter);
  }

  /** Whether a parameter of the operation has a value that no example can have. */
  hasOwn({ path, parameters = [] }: Operation): boolean {
    return parameters.some(({ name }) => this.ownValue(path, name) !== undefined);
  }

  /** Names each place that values of an operation come from, and that its description does not say. */
  unsaid({ operationId, path, description, parameters = [] }: Operation): string[] {
    return parameters.flatMap((parameter) => {
      const said = `${description} ${parameter.description}`;
      const from = this.ownValue(path, parameter.name)?.from ?? [];
      return from.filter((words) => !said.includes(words)).map((words) => `${operationId} does not say ${words}`);
    });
  }

  /** One request for each body that an operation takes; undefined in the place of one that lacks a value. */
  of(operation: Operation): (ExampleRequest | undefined)[] {
    const { method, parameters = [] } = operation;
    let path = operation.path;
    const filledIn = ({ name, ...parameter }: Parameter) =>
      this.ownValue(operation.path, name)?.value ?? exampleOf(parameter);
    for (const parameter of parameters.filter((each) => each.in === 'path')) {
      const value = filledIn(parameter);
      if (value === undefined) return [undefined];
      path = path.replace(`{${parameter.name}}`, encodeURIComponent(value).replaceAll('%2F', '/'));
    }
    return this.bodiesOf(operation).map((known) => {
      if (known === undefined) return undefined;
      const { headers, body } = known;
      const query = new URLSearchParams();
      const ownHeaders: Record<string, string> = { ...headers };
      for (const parameter of parameters) {
        const value = filledIn(parameter);
        // Fields of a glossary stand in the query beside a file and nowhere else, as their descriptions say.
        const isOfFiles = parameter.description?.includes('where the body is a file and only there') === true;
        if (value === undefined || (isOfFiles && !isFile(headers['content-type']))) continue;
        if (parameter.in === 'query') query.set(parameter.name, value);
        if (parameter.in === 'header') ownHeaders[parameter.name.toLowerCase()] = value;
      }
      return { method, path: query.size > 0 ? `${path}?${query}` : path, headers: ownHeaders, ...(body && { body }) };
    });
  }

  private resolved(schema: Schema): Schema {
    const name = schema.$ref?.split('/').at(-1);
    return name === undefined ? schema : (this.document.components.schemas[name] ?? {});
  }

  /** A form of all parts that have an example. */
  private formOf(schema: Schema): FormData {
    const form = new FormData();
    for (const [name, part] of Object.entries(this.resolved(schema).properties ?? {})) {
      const value = exampleOf({ schema: part });
      if (value === undefined) continue;
      if (part.format === 'binary') form.set(name, new Blob([value]), value.includes(',') ? 'terms.csv' : 'letter.txt');
      else form.set(name, value);
    }
    return form;
  }

  private bodiesOf({ operationId, requestBody }: Operation): (Body | undefined)[] {
    if (requestBody === undefined) return [{ headers: {} }];
    return Object.entries(requestBody.content).flatMap(([type, { schema, examples }]): (Body | undefined)[] => {
      if (type === 'multipart/form-data') return [{ headers: {}, body: this.formOf(schema) }];
      const headers = { 'content-type': type };
      if (isFile(type)) {
        const body = this.glossaryFiles.get(formatOfMediaType(type));
        return [body === undefined ? undefined : { headers, body }];
      }
      const bodies = Object.values(examples ?? {}).map(({ value }) => JSON.stringify(value));
      expect(bodies, `${operationId} ${type}`).not.toEqual([]);
      return bodies.map((body) => ({
        headers,
        body: [...this.ownInBodies].reduce((filled, [example, value]) => filled.replace(example, value), body),
      }));
    });
  }
}
