import { createRequire } from 'node:module';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { asyncApiDocument } from '#apps/api/stream/asyncapi-document.js';
import { inProject, requireServers } from '#test/servers/installed.js';

interface Diagnostic {
  code: string | number;
  message: string;
  path: (string | number)[];
}

/** Says of each 3.0 that there is a 3.1: what reads it now reads 3.0 everywhere. */
const ofLaterVersions = 'asyncapi-latest-version';

/** Remarks of the parser of AsyncAPI on a document, hints too, each with its rule and its place. */
const problemsOf = async (document: object): Promise<string[]> => {
  const { Parser } = createRequire(join(inProject('asyncapi-tools-1'), 'package.json'))('@asyncapi/parser');
  const { diagnostics }: { diagnostics: Diagnostic[] } = await new Parser().parse(JSON.stringify(document));
  return diagnostics
    .filter(({ code }) => code !== ofLaterVersions)
    .map(({ code, message, path }) => `${code}: ${message} (${path.join('.')})`);
};

describe('the AsyncAPI document, read by the parser of AsyncAPI', () => {
  beforeAll(() => requireServers(['asyncapi-tools']));

  it.each(['https://mt.example.com/api', 'http://127.0.0.1:8080'])('it finds nothing in that of %s', async (url) => {
    expect(await problemsOf(asyncApiDocument(url, '1.2.3'))).toEqual([]);
  });

  it('it would find what leads nowhere', async () => {
    const document = structuredClone(asyncApiDocument('https://mt.example.com', '1.2.3'));
    Object.assign(document.components.schemas, { TokenFrame: undefined });
    Object.assign(document.info, { title: undefined });
    const problems = (await problemsOf(document)).join('\n');
    expect(problems).toContain('TokenFrame');
    expect(problems).toContain('(info)');
  });
});
