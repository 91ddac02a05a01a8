// Compiles the TypeScript of the tree to dist/ with SWC, that of a package to a dist/ of its own, and copies what the code
// reads beside it. Only what changed since the last build is compiled again; what has gone from the source goes from dist/.

import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sources from './setup/sources.cjs';

const root = join(import.meta.dirname, '..');

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

/** Whole or not at all: runs of tests that begin together may each build, and nobody reads half a file. */
const write = (file, content) => {
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, content);
  renameSync(unfinished, file);
};

const compile = async (file, transform) => {
  const output = sources.outputOf(root, file);
  mkdirSync(dirname(output), { recursive: true });
  if (sources.isAsset(file)) return write(output, readFileSync(join(root, file)));
  const { code, map } = await transform(readFileSync(join(root, file), 'utf8'), {
    ...options,
    filename: join(root, file),
  });
  write(`${output}.map`, map);
  write(output, `${code}\n//# sourceMappingURL=${output.split('/').at(-1)}.map\n`);
};

const { now, changed, gone } = sources.changesSinceBuild(root);

if (changed.length > 0 || gone.length > 0) {
  for (const file of gone) {
    for (const suffix of ['', '.map']) rmSync(`${sources.outputOf(root, file)}${suffix}`, { force: true });
  }
  const { transform } = await import('@swc/core');
  await Promise.all(changed.map((file) => compile(file, transform)));
  const manifest = sources.manifestOf(root);
  mkdirSync(dirname(manifest), { recursive: true });
  write(manifest, JSON.stringify(now));
}
