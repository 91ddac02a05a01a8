import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inProject } from '#test/servers/installed.js';

export type OpenApiDocument = object;

const folder = inProject('openapi-tools-1');
const load = createRequire(join(folder, 'package.json'));

/** Redocly takes `/audit-logs/exports/{id}` and `/audit-logs/{id}/proof` as one; no entry's id is `exports`. */
const redoclyRules = {
  extends: ['recommended'],
  // Spectral asks for a success too, and takes a redirection for one.
  rules: { 'no-ambiguous-paths': 'off', 'operation-2xx-response': 'off' },
};

const redoclyProblems = async (document: OpenApiDocument): Promise<string[]> => {
  const { createConfig, lintFromString } = load('@redocly/openapi-core');
  const config = await createConfig(redoclyRules);
  const problems = await lintFromString({ source: JSON.stringify(document), config, absoluteRef: '/openapi.json' });
  return problems.map(
    ({ ruleId, message, location }: { ruleId: string; message: string; location: { pointer: string }[] }) =>
      `redocly ${ruleId}: ${message} (${location[0]?.pointer})`,
  );
};

const spectralProblems = async (document: OpenApiDocument): Promise<string[]> => {
  const { Spectral } = load('@stoplight/spectral-core');
  const { oas } = load('@stoplight/spectral-rulesets');
  const spectral = new Spectral();
  spectral.setRuleset({ extends: [oas] });
  const problems: { code: string; message: string; path: string[] }[] = await spectral.run(document);
  return problems.map(({ code, message, path }) => `spectral ${code}: ${message} (${path.join('.')})`);
};

/** Warnings of the linters, each with its rule and its place. */
export const problemsOf = async (document: OpenApiDocument): Promise<string[]> => [
  ...(await redoclyProblems(document)),
  ...(await spectralProblems(document)),
];

const compilerOptions = {
  ...{ strict: true, noEmit: true, skipLibCheck: true, types: [] },
  ...{ target: 'es2023', module: 'preserve', moduleResolution: 'bundler' },
};

/** Errors of the compiler in a program that uses the generated `./types` (openapi-typescript) and `./client` (hey-api). */
export const typeErrorsOf = async (document: OpenApiDocument, program: string): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), 'transledger-openapi-'));
  try {
    await symlink(join(folder, 'node_modules'), join(directory, 'node_modules'));
    await writeFile(join(directory, 'openapi.json'), JSON.stringify(document));
    await writeFile(join(directory, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
    await writeFile(join(directory, 'program.ts'), program);
    const run = (tool: string, ...args: string[]) =>
      promisify(execFile)(process.execPath, [join(folder, 'node_modules', tool), ...args], { cwd: directory });
    await run('openapi-typescript/bin/cli.js', 'openapi.json', '--output', 'types.ts');
    await run('@hey-api/openapi-ts/bin/run.js', '--input', 'openapi.json', '--output', 'client', '--silent');
    return await run('typescript/bin/tsc', '-p', directory).then(
      () => '',
      (error: { stdout: string }) => error.stdout,
    );
  } finally {
    await rm(directory, { recursive: true });
  }
};
