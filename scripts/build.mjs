// Compiles the TypeScript of the tree to dist/ with SWC, that of a package to a dist/ of its own, and copies what the code
// reads beside it. Only what changed since the last build is compiled again; what has gone from the source goes from dist/.

import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { transform } from '@swc/core';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const manifestFile = join(dist, '.built.json');

const options = {
  sourceMaps: true,
  // The sources are beside the built code, or nobody needs them; in every map they would be read at each start.
  inlineSourcesContent: false,
  module: { type: 'es6' },
  jsc: {
    target: 'es2024',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    keepClassNames: true,
  },
};

/** Files that code reads from its own folder. */
const assets = ['.proto', '.bin', '.wasm'];
const isAsset = (file) => assets.includes(extname(file));

// Specs run from their sources. Other test code is built too, for benches and runs of faults; images have none of it.
const isSource = (file) => !file.endsWith('.spec.ts') && !/(^|\/)(node_modules|dist)\//.test(file);
const outputOf = (file) => {
  const output = file.replace(/\.ts$/, '.js');
  const [, aPackage, rest] = /^(packages\/[^/]+)\/(.*)$/.exec(output) ?? [];
  return aPackage === undefined ? join(dist, output) : join(root, aPackage, 'dist', rest);
};

const compile = async (file) => {
  const output = outputOf(file);
  mkdirSync(dirname(output), { recursive: true });
  if (isAsset(file)) return copyFileSync(join(root, file), output);
  const { code, map } = await transform(readFileSync(join(root, file), 'utf8'), {
    ...options,
    filename: join(root, file),
  });
  writeFileSync(`${output}.map`, map);
  writeFileSync(output, `${code}\n//# sourceMappingURL=${output.split('/').at(-1)}.map\n`);
};

const sources = globSync(`{apps,libs,packages,projections,test}/**/*{.ts,${assets.join(',')}}`, { cwd: root })
  .filter(isSource)
  .sort();
const fingerprint = (file) => {
  const { mtimeMs, size } = statSync(join(root, file));
  return `${mtimeMs}-${size}`;
};

const before = existsSync(manifestFile) ? JSON.parse(readFileSync(manifestFile, 'utf8')) : {};
const now = Object.fromEntries(sources.map((file) => [file, fingerprint(file)]));
const changed = sources.filter((file) => before[file] !== now[file] || !existsSync(outputOf(file)));
const gone = Object.keys(before).filter((file) => !(file in now));

if (changed.length > 0 || gone.length > 0) {
  for (const file of gone) for (const suffix of ['', '.map']) rmSync(`${outputOf(file)}${suffix}`, { force: true });
  await Promise.all(changed.map(compile));
  mkdirSync(dist, { recursive: true });
  writeFileSync(manifestFile, JSON.stringify(now));
}
