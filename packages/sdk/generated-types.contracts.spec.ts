import { createRequire } from 'node:module';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { describedApi } from '../../test/openapi/described-api.js';
import { inProject, requireServers } from '../../test/servers/installed.js';

const load = createRequire(join(inProject('openapi-tools-1'), 'package.json'));

/** Says what types do not show or nobody needs of them: examples, headers, and the errors that each operation may answer. */
const isLeftOut = (name: string, value: unknown): boolean =>
  ['example', 'examples', 'security', 'tags'].includes(name) ||
  (/^[345]\d\d$/.test(name) && typeof value === 'object') ||
  (name === 'headers' && typeof value === 'object');

const isFields = (node: unknown): node is object => typeof node === 'object' && node !== null && !Array.isArray(node);

const isHeader = (node: unknown): boolean => (node as { in?: unknown } | null)?.in === 'header';

const withoutExamples = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.filter((each) => !isHeader(each)).map(withoutExamples);
  if (!isFields(node)) return node;
  const kept = Object.entries(node).filter(([name, value]) => !isLeftOut(name, value));
  return Object.fromEntries(
    kept.map(([name, value]) => [
      name,
      name === 'properties' && isFields(value) ? fieldsOf(value) : withoutExamples(value),
    ]),
  );
};

/** Fields of an object, whatever they are called. */
const fieldsOf = (properties: object): object =>
  Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, withoutExamples(value)]));

beforeAll(() => requireServers(['openapi-tools']));

it('the generated types are those of the description of the API (`-u` writes them)', async () => {
  const described = withoutExamples(await describedApi()) as { components: Record<string, unknown> };
  const { schemas, pathItems } = described.components;
  const { default: openapiTypescript, astToString } = load('openapi-typescript');
  const nodes: { name: { text: string } }[] = await openapiTypescript({
    ...{ ...described, components: { schemas, pathItems } },
  });
  const used = nodes.filter(({ name }) => ['components', 'operations'].includes(name.text));
  const text = `// Made from the description of the API by openapi-typescript: npm run test:contracts -- packages/sdk/generated-types -u\n\n${astToString(used)}`;
  await expect(text).toMatchFileSnapshot('generated/api.ts');
});
