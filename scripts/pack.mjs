// Makes the archives that users install, each with all that it needs inside, in `dist/packages` or another folder: all, or the one that
// is named. A package is put together in a folder of its own, so that no half of it is ever seen in this tree.

import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { rolldown } from 'rolldown';

const root = join(import.meta.dirname, '..');
const { npmCall } = createRequire(import.meta.url)('./setup/npm.cjs');

/** Packages that are bundled: their programs by name, in which formats, and the packages of ours whose types theirs name. */
const packages = {
  sdk: {
    entries: { index: 'index.ts', verify: 'verify.ts' },
    formats: { es: 'js', cjs: 'cjs' },
    types: ['audit-proof', 'webhook-signing'],
  },
  cli: { entries: { main: 'main.ts' }, formats: { es: 'js' } },
};

/** The licences of others whose code is in the bundle. */
const licencesOf = (modules) => {
  const folders = modules.map((file) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]).filter(Boolean);
  return [...new Set(folders)].sort().map((folder) => {
    const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
    if (file === undefined) throw new Error(`${folder} has no licence.`);
    return `${relative(join(root, 'node_modules'), folder)}\n\n${readFileSync(join(folder, file), 'utf8')}`;
  });
};

const bundle = async (source, { entries, formats }, folder) => {
  const input = Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, join(source, file)]));
  const bundled = await rolldown({
    input,
    platform: 'node',
    resolve: { conditionNames: ['transledger-source', 'node', 'import', 'default'] },
    external: /^node:/,
    onwarn: ({ message }) => {
      throw new Error(message);
    },
  });
  const modules = new Set();
  for (const [format, ending] of Object.entries(formats)) {
    const names = { entryFileNames: `[name].${ending}`, chunkFileNames: `[name]-[hash].${ending}`, exports: 'named' };
    const { output } = await bundled.write({ dir: join(folder, 'dist'), format, ...names });
    for (const { moduleIds = [] } of output) for (const id of moduleIds) modules.add(id);
  }
  const licences = licencesOf([...modules]);
  if (licences.length > 0) writeFileSync(join(folder, 'THIRD-PARTY-LICENCES'), licences.join('\n'));
};

/** Declarations name our own packages by their files, which are there, and those for CommonJS are the same under another ending. */
const finishTypes = (types) => {
  for (const file of readdirSync(types, { recursive: true }).filter((name) => name.endsWith('.d.ts'))) {
    const up = relative(dirname(join(types, file)), types);
    const named = (_all, name) => `from '${up}/${name}/index.js'`;
    const text = readFileSync(join(types, file), 'utf8').replace(/from ["']@transledger\/([a-z-]+)["']/g, named);
    writeFileSync(join(types, file), text);
    const forRequire = text.replace(/(from ['"]\.[^'"]*)\.js(['"])/g, '$1.cjs$2');
    writeFileSync(join(types, file.replace(/\.ts$/, '.cts')), forRequire);
  }
};

const sourcesOf = (folder) =>
  readdirSync(folder)
    .filter((name) => /^[a-z0-9-]+\.ts$/.test(name))
    .map((name) => join(folder, name));

const declare = (source, { entries, types }, folder) => {
  const outDir = join(folder, 'dist/types');
  const files = [
    ...Object.values(entries).map((file) => join(source, file)),
    ...types.flatMap((name) => sourcesOf(join(root, 'packages', name))),
  ];
  const compilerOptions = {
    ...{ rootDir: join(root, 'packages'), outDir, declaration: true, emitDeclarationOnly: true, stripInternal: true },
    ...{ typeRoots: [join(root, 'node_modules/@types')] },
  };
  const project = join(folder, 'tsconfig.json');
  writeFileSync(
    project,
    JSON.stringify({ extends: join(source, 'tsconfig.build.json'), compilerOptions, files, include: [] }),
  );
  execFileSync(process.execPath, [join(root, 'node_modules/typescript-7/bin/tsc'), '-p', project], {
    stdio: 'inherit',
  });
  rmSync(project);
  finishTypes(outDir);
};

/** The manifest without what only this tree has: sources, workspaces. */
const manifestOf = (source) => {
  const {
    devDependencies: _workspaces,
    exports,
    ...manifest
  } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
  const shown = Object.entries(exports ?? {}).map(([name, { 'transledger-source': _source, ...ways }]) => [name, ways]);
  return { ...manifest, ...(exports !== undefined && { exports: Object.fromEntries(shown) }) };
};

/** Makes the archive of one package and returns its path. */
const pack = async (name, destination) => {
  const source = join(root, 'packages', name);
  const folder = mkdtempSync(join(tmpdir(), `${name}-pack-`));
  try {
    await bundle(source, packages[name], folder);
    if (packages[name].types !== undefined) declare(source, packages[name], folder);
    for (const file of ['LICENSE', 'README.md']) cpSync(join(source, file), join(folder, file));
    const manifest = manifestOf(source);
    manifest.files = ['dist', 'THIRD-PARTY-LICENCES'];
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    mkdirSync(destination, { recursive: true });
    const { command, args } = npmCall(['pack', '--silent', '--pack-destination', destination]);
    const file = execFileSync(command, args, { cwd: folder, encoding: 'utf8' }).trim().split('\n').at(-1);
    return join(destination, file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const [only, destination = join(root, 'dist/packages')] = process.argv.slice(2);
const names = Object.keys(packages).filter((name) => existsSync(join(root, 'packages', name)));
for (const name of only === undefined ? names : [only]) {
  const archive = relative(process.cwd(), await pack(name, resolve(destination)));
  process.stdout.write(`${archive}\n`);
}
