import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '#test/project-root.js';

const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');
const npmVersions = (folder: string): Record<string, string> =>
  JSON.parse(read(`scripts/setup/${folder}/package.json`)).dependencies;
const matchIn = (path: string, form: RegExp): string => form.exec(read(path))?.[1] ?? expect.fail(`${form} in ${path}`);

const rows = read('docs/clients.md')
  .split('\n')
  .filter((line) => /^\| \S+/.test(line) && !line.startsWith('| Language'))
  .map((line) => line.split('|').map((cell) => cell.trim()));

it('the page of clients names the generators that are tested, in the versions that are', () => {
  const {
    'openapi-typescript': types,
    'openapi-fetch': fetches,
    '@hey-api/openapi-ts': heyApi,
  } = npmVersions('openapi-tools');
  const jar = matchIn('scripts/setup/servers.cjs', /'openapi-generator-cli', '([\d.]+)'/);
  const tested = [
    `openapi-typescript ${types}, openapi-fetch ${fetches}`,
    `@hey-api/openapi-ts ${heyApi}`,
    `orval ${npmVersions('orval').orval}`,
    `openapi-generator ${jar}`,
    `openapi-python-client ${matchIn('scripts/setup/python-clients.txt', /^openapi_python_client==([\d.]+)/m)}`,
    `oapi-codegen ${matchIn('test/openapi/clients/go/go.mod', /oapi-codegen\/v2 v([\d.]+)/)}`,
  ];
  expect(new Set(rows.map(([, , generator]) => generator))).toEqual(new Set(tested));
});
