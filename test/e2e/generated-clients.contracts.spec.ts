import { execFile, spawnSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '#test/project-root.js';
import { inProject, missingServers, type ServerName } from '#test/servers/installed.js';
import type { RunningService } from './running-service.js';
import { sharedService, withLoad } from './shared-service.js';

const programs = join(projectRoot, 'test/openapi/clients');

/** Results of the integration that each program makes: translate, batch, upload, poll, download, and the audit log page by page. */
const expected = {
  translation: 'Good morning.',
  batch: ['One.', 'text_too_long'],
  status: 'completed',
  file: 'Good morning.',
  actions: ['document_upload', 'translate'],
};

const jar = join(inProject('openapi-generator-7.25.0'), 'openapi-generator-cli-7.25.0.jar');
const openApiTools = join(inProject('openapi-tools-1'), 'node_modules');

/** How each library of openapi-generator for Java is given an address and a key. */
const javaSetups = {
  default: ['', 'c.setBasePath(url); c.setBearerToken(key);'],
  native: [
    '--library=native',
    'c.updateBaseUri(url); c.setRequestInterceptor(r -> r.header("Authorization", "Bearer " + key));',
  ],
} as const;

const javaSetup = (statements: string): string => `import org.openapitools.client.ApiClient;

class Setup {
  static ApiClient client(String url, String key) {
    ApiClient c = new ApiClient();
    ${statements}
    return c;
  }
}
`;

const compilerOptions = {
  ...{ strict: true, noEmit: true, skipLibCheck: true },
  ...{ types: ['node'], typeRoots: [join(projectRoot, 'node_modules/@types')] },
  ...{ target: 'es2023', module: 'preserve', moduleResolution: 'bundler' },
};

const hasGo = spawnSync('go', ['version']).status === 0;

/** Runs where these are installed; else it says what is missing. */
const itWith = (servers: readonly ServerName[], title: string, test: () => Promise<void>): void => {
  const missing = missingServers(servers);
  it.skipIf(missing.length > 0)(
    missing.length === 0 ? title : `${title} (not installed here: ${missing.join(', ')})`,
    test,
  );
};

describe('clients that others generate from the document', () => {
  let service: RunningService;
  let folder: string;
  beforeAll(async () => {
    service = await sharedService(withLoad);
    folder = await mkdtemp(join(tmpdir(), 'transledger-clients-'));
    await writeFile(join(folder, 'openapi.json'), await (await service.fetch('/openapi.json', { key: null })).text());
  });
  afterAll(() => rm(folder, { recursive: true }));

  const inFolder = (...path: string[]): string => join(folder, ...path);

  const run = async (cwd: string, command: string, args: readonly string[], env: Record<string, string> = {}) => {
    const environment = { ...process.env, BASE_URL: service.url, API_KEY: service.apiKey, ...env };
    try {
      return (await promisify(execFile)(command, args, { cwd, env: environment, maxBuffer: 64 * 1024 * 1024 })).stdout;
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      throw new Error(`${command} ${args[0]}: ${`${stdout}${stderr}`.slice(-3_000)}`);
    }
  };

  const expectIntegration = (printed: string): void => expect(JSON.parse(printed)).toEqual(expected);

  const generate = (generator: string, output: string, ...options: string[]) => {
    const args = ['-jar', jar, 'generate', '-i', 'openapi.json', '-g', generator, '-o', output];
    return run(folder, 'java', [...args, ...options.filter((option) => option !== '')]);
  };

  /** Compiles the program strictly, with the client beside it, and runs it. */
  const runTypeScript = async (name: string, packages: string, make: (cwd: string) => Promise<unknown>) => {
    const cwd = inFolder(name);
    await cp(join(programs, `${name}.ts.txt`), join(cwd, 'program.ts'));
    await symlink(packages, join(cwd, 'node_modules'));
    await make(cwd);
    await writeFile(join(cwd, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
    await run(cwd, process.execPath, [join(openApiTools, 'typescript/bin/tsc'), '-p', cwd]);
    const bundler = join(projectRoot, 'node_modules/rolldown/bin/cli.mjs');
    const bundled = ['program.ts', '--format', 'esm', '--platform', 'node', '-o', 'program.mjs'];
    await run(cwd, process.execPath, [bundler, ...bundled]);
    expectIntegration(await run(cwd, process.execPath, ['program.mjs']));
  };

  const node =
    (tool: string, ...args: string[]) =>
    (cwd: string) =>
      run(cwd, process.execPath, [join(cwd, 'node_modules', tool), ...args]);

  itWith(['openapi-tools'], 'openapi-typescript with openapi-fetch', () =>
    runTypeScript(
      'openapi-typescript',
      openApiTools,
      node('openapi-typescript/bin/cli.js', '../openapi.json', '--output', 'types.ts'),
    ),
  );

  itWith(['openapi-tools'], 'hey-api', () =>
    runTypeScript(
      'hey-api',
      openApiTools,
      node('@hey-api/openapi-ts/bin/run.js', '--input', '../openapi.json', '--output', 'client', '--silent'),
    ),
  );

  itWith(['orval'], 'orval', () => {
    const tool = 'orval/dist/bin/orval.mjs';
    return runTypeScript(
      'orval',
      join(inProject('orval-8.38.0'), 'node_modules'),
      node(tool, '--input', '../openapi.json', '--output', 'client/index.ts', '--client', 'fetch', '--mode', 'single'),
    );
  });

  itWith(['openapi-generator', 'openapi-tools'], 'openapi-generator for TypeScript (fetch)', () =>
    runTypeScript('typescript-fetch', openApiTools, () => generate('typescript-fetch', 'typescript-fetch/client')),
  );

  const runPython = async (name: string, client: string): Promise<void> => {
    const paths = [client, inProject('python-clients-1')].join(delimiter);
    expectIntegration(await run(folder, '/usr/bin/python3', [join(programs, `${name}.py`)], { PYTHONPATH: paths }));
  };

  itWith(['openapi-generator', 'python-clients'], 'openapi-generator for Python', async () => {
    await generate('python', 'python');
    await runPython('openapi-generator', inFolder('python'));
  });

  itWith(['python-clients'], 'openapi-python-client', async () => {
    const installed = inProject('python-clients-1');
    const env = { PYTHONPATH: installed, PATH: [join(installed, 'bin'), process.env.PATH].join(delimiter) };
    const output = join('python-client', 'transledger_client');
    const files = ['--path', 'openapi.json', '--output-path', output, '--config', 'python-client.yml'];
    const args = ['generate', ...files, '--meta', 'none', '--fail-on-warning'];
    // It has no way to read pictures of its own.
    await writeFile(inFolder('python-client.yml'), 'content_type_overrides:\n  image/png: application/octet-stream\n');
    await run(folder, 'mkdir', ['-p', 'python-client']);
    await run(folder, '/usr/bin/python3', ['-m', 'openapi_python_client', ...args], env);
    await runPython('openapi-python-client', inFolder('python-client'));
  });

  for (const [library, [option, statements]] of Object.entries(javaSetups)) {
    itWith(['openapi-generator', 'maven'], `openapi-generator for Java (${library})`, async () => {
      const cwd = inFolder(`java-${library}`);
      await generate('java', cwd, option);
      const sources = join(cwd, 'src/main/java');
      await cp(join(programs, 'OpenApiGenerator.java'), join(sources, 'OpenApiGenerator.java'));
      await writeFile(join(sources, 'Setup.java'), javaSetup(statements));
      const goals = ['compile', 'dependency:build-classpath', '-Dmdep.outputFile=classpath'];
      await run(cwd, 'mvn', ['-q', '-B', '-DskipTests', '-Djava.version=17', ...goals]);
      const classes = `target/classes${delimiter}${(await readFile(join(cwd, 'classpath'), 'utf8')).trim()}`;
      expectIntegration(await run(cwd, 'java', ['-cp', classes, 'OpenApiGenerator']));
    });
  }

  it.skipIf(!hasGo)(hasGo ? 'oapi-codegen' : 'oapi-codegen (not installed here: go)', async () => {
    const cwd = inFolder('go');
    await cp(join(programs, 'go'), cwd, { recursive: true });
    await run(cwd, 'mkdir', ['api']);
    const env = { GOTOOLCHAIN: 'local', GOFLAGS: '-mod=mod' };
    const made = ['-generate', 'types,client', '-package', 'api', '-o', 'api/api.go', '../openapi.json'];
    await run(cwd, 'go', ['tool', 'oapi-codegen', ...made], env);
    expectIntegration(await run(cwd, 'go', ['run', '.'], env));
  });
});
