import { beforeAll, describe, expect, it } from 'vitest';
import { requireServers } from '#test/servers/installed.js';
import { describedApi } from './described-api.js';
import { type OpenApiDocument, problemsOf, typeErrorsOf } from './openapi-tools.js';

interface Document extends OpenApiDocument {
  paths: Record<string, Record<string, object>>;
}

/** A call of the README in TypeScript, by clients that others generate from the document. */
const callOfReadme = `
import createClient from 'openapi-fetch';
import { translate } from './client';
import type { paths } from './types';

const body = { text: 'Good morning, dear friends.', source: 'en', target: 'es' };
const fetched = await createClient<paths>({ baseUrl: 'http://127.0.0.1:8080' }).POST('/v1/translate', { body });
const called = await translate({ body });
export const translations: (string | undefined)[] = [fetched.data?.data.translation, called.data?.data.translation];
export const code: string | undefined = fetched.error?.error.code;
`;

describe('the OpenAPI document, read by tools of others', () => {
  let document: Document;
  beforeAll(async () => {
    requireServers(['openapi-tools']);
    document = (await describedApi()) as Document;
  });

  it('Redocly and Spectral find nothing', async () => {
    expect(await problemsOf(document)).toEqual([]);
  });

  it('Redocly and Spectral would find what is missing', async () => {
    const undescribed = structuredClone(document);
    const operation = Object.values(undescribed.paths['/v1/translate'] ?? {})[0];
    if (operation !== undefined) Object.assign(operation, { description: undefined, operationId: undefined });
    const problems = (await problemsOf(undescribed)).join('\n');
    expect(problems).toContain('redocly operation-operationId');
    expect(problems).toContain('spectral operation-description');
  });

  it("clients that openapi-typescript and hey-api generate compile the README's call under strict", async () => {
    expect(await typeErrorsOf(document, callOfReadme)).toBe('');
    const wrong = callOfReadme.replace("target: 'es'", 'target: 1');
    expect(await typeErrorsOf(document, wrong)).toContain("Type 'number' is not assignable to type 'string'");
  });
});
