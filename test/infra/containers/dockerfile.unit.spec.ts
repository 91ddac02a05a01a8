import { existsSync, globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings, settingDefinitions } from '#libs/platform/config/settings.js';
import { projectRoot } from '#test/project-root.js';
import { contextOf } from './docker-ignore.js';
import { all, copiesOf, environmentOf, mountsOf, type Stage, stagesOf } from './dockerfile.js';

const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');
const stages = stagesOf(read('infra/docker/Dockerfile'));
const sees = contextOf(read('.dockerignore'));

const stageOf = (name: string): Stage => {
  const stage = stages.find((one) => one.name === name);
  if (stage === undefined) throw new Error(`the Dockerfile has no stage ${name}`);
  return stage;
};

/** A file, or a folder of which anything goes into a build. */
const isInContext = (path: string): boolean =>
  existsSync(join(projectRoot, path)) &&
  (sees(path) || globSync(`${path}/**/*`, { cwd: projectRoot }).some((file) => sees(file)));

const sources = globSync('{apps,libs,packages,projections}/**/*.ts', { cwd: projectRoot }).filter(sees).sort();

describe('the Dockerfile', () => {
  it('each stage copies only from stages that come before it', () => {
    for (const [index, stage] of stages.entries()) {
      const before = stages.slice(0, index).map(({ name }) => name);
      const taken = copiesOf(stage).flatMap(({ from }) => from ?? []);
      expect(before).toEqual(expect.arrayContaining(taken));
    }
  });

  it('the Dockerfile copies and mounts only files that exist and are not ignored', () => {
    const taken = stages.flatMap((stage) => [
      ...mountsOf(stage),
      ...copiesOf(stage).flatMap(({ from, sources: paths }) => (from === undefined ? paths : [])),
    ]);
    expect(taken.length).toBeGreaterThan(10);
    expect(taken.filter((path) => !isInContext(path))).toEqual([]);
  });

  it('a build sees no secret, no data and no git history', () => {
    const strangers = [
      '.env',
      '.git/config',
      'data/master.key',
      'infra/compose/secrets/REDIS_URL',
      'node_modules/pg/lib/index.js',
    ];
    expect([...strangers, 'dist/apps/api/main.js', 'test/project-root.ts'].filter(sees)).toEqual([]);
  });

  it('no built file imports one that the build does not see', () => {
    expect(sources.length).toBeGreaterThan(300);
    const broken = sources.flatMap((file) =>
      [...read(file).matchAll(/(?:from|import) '((?:#|\.)[^']+)\.js'/g)]
        .map(([, path = '']) => (path.startsWith('#') ? path.slice(1) : join(dirname(file), path)))
        .filter((path) => !sees(`${path}.ts`) || !existsSync(join(projectRoot, `${path}.ts`)))
        .map((path) => `${file}: ${path}`),
    );
    expect(broken).toEqual([]);
  });

  it('the Dockerfile installs from the lockfile, without development packages, with an npm of one version', () => {
    const commands = all(stageOf('dependencies'), 'RUN');
    expect(commands).toEqual([
      expect.stringMatching(/^npm install --global npm@\$\{NPM_VERSION\}$/),
      'npm ci --omit=dev',
    ]);
    expect(all(stageOf('dependencies'), 'ARG')).toEqual([expect.stringMatching(/^NPM_VERSION=\d+\.\d+\.\d+$/)]);
  });

  it('the Dockerfile calls only functions that the setup scripts offer', () => {
    const require = createRequire(import.meta.url);
    const offered = (path: string): Record<string, unknown> => require(join(projectRoot, 'scripts/setup', path));
    expect(offered('apertium.cjs')).toHaveProperty('ensureApertium', expect.any(Function));
    expect(offered('office.cjs')).toHaveProperty('ensureOffice', expect.any(Function));
    expect(offered('servers.cjs')).toHaveProperty('installServer', expect.any(Function));
    const installed = [...read('infra/docker/install-triton.cjs').matchAll(/'(triton-[\w.]+)': /g)].map(
      ([, name]) => name,
    );
    expect(installed).toHaveLength(2);
    for (const name of installed) expect(read('scripts/setup/servers.cjs')).toContain(`'${name}': `);
  });
});

describe.each(['service', 'triton'])('the image %s', (name) => {
  const stage = stageOf(name);

  it('the image runs as a user other than root, given by number', () =>
    expect(all(stage, 'USER')).toEqual([expect.stringMatching(/^[1-9]\d*:[1-9]\d*$/)]));

  it('the image has a stop signal and a health check', () => {
    expect(all(stage, 'STOPSIGNAL')).toEqual(['SIGTERM']);
    expect(all(stage, 'HEALTHCHECK')).toEqual([expect.stringMatching(/^--interval=\S+ --timeout=\S+ .*CMD \[/)]);
  });

  it('the image has a title', () =>
    expect(all(stage, 'LABEL').join(' ')).toContain('org.opencontainers.image.title="'));

  it('the image stands on the system stage alone, without npm and compilers', () => {
    expect(stage.base).toBe('system');
    expect(all(stageOf('system'), 'RUN').join(' ')).toContain('rm -rf /usr/local/lib/node_modules /usr/local/bin/npm');
    const run = [...all(stage, 'RUN'), ...all(stageOf('system'), 'RUN')].join(' ');
    expect(run).not.toMatch(/\bnpm (ci|install)\b|build-essential|\bpip\b/);
  });
});

describe('the image service', () => {
  const stage = stageOf('service');
  const environment = environmentOf(stage);

  it('a build without a target builds the service', () => expect(stages.at(-1)?.name).toBe('service'));

  it('the image has only settings that exist and that can be read', () => {
    const others = ['NODE_ENV', 'NODE_OPTIONS'];
    const unknown = Object.keys(environment).filter(
      (name) => !others.includes(name) && !Object.hasOwn(settingDefinitions, name),
    );
    expect(unknown).toEqual([]);
    expect(readSettings(environment)).toMatchObject({ HOST: '0.0.0.0', PORT: 8080, TRANSLEDGER_METRICS_PORT: 9464 });
    expect(all(stage, 'EXPOSE')).toEqual([`${environment.PORT} ${environment.TRANSLEDGER_METRICS_PORT}`]);
  });

  it('the image starts a program that the build makes', () => {
    const [, program = ''] = /^\["node", "dist\/(.+)\.js"\]$/.exec(all(stage, 'CMD')[0] ?? '') ?? [];
    expect(sources).toContain(`${program}.ts`);
  });

  it('the image has the scripts that it runs', () => {
    const copied = copiesOf(stage).flatMap(({ sources: paths }) => paths);
    const [check = ''] = all(stage, 'HEALTHCHECK');
    const [entry = ''] = all(stage, 'ENTRYPOINT');
    for (const script of ['infra/docker/health.mjs', 'infra/docker/entry.sh']) expect(copied).toContain(script);
    expect(check).toContain('"/app/infra/docker/health.mjs"');
    expect(entry).toBe('["/usr/bin/tini", "--", "/app/infra/docker/entry.sh"]');
  });

  it('the user of the image owns nothing but the data folder', () => {
    expect(stage.instructions.some(({ rest }) => rest.includes('--chown'))).toBe(false);
    expect(all(stage, 'RUN').join(' ')).toContain(environment.TRANSLEDGER_DATA_DIR);
  });
});
