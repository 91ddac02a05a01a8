// Compiles the TypeScript of the tree to dist/ with SWC, that of a package to a dist/ of its own, and copies what the code
// reads beside it. Only what changed since the last build is compiled again; what has gone from the source goes from dist/.

import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transform } from '@swc/core';
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

const compile = async (file) => {
  const output = sources.outputOf(root, file);
  mkdirSync(dirname(output), { recursive: true });
  if (sources.isAsset(file)) return copyFileSync(join(root, file), output);
  const { code, map } = await transform(readFileSync(join(root, file), 'utf8'), {
    ...options,
    filename: join(root, file),
  });
  writeFileSync(`${output}.map`, map);
  writeFileSync(output, `${code}\n//# sourceMappingURL=${output.split('/').at(-1)}.map\n`);
};

const { now, changed, gone } = sources.changesSinceBuild(root);

if (changed.length > 0 || gone.length > 0) {
  for (const file of gone) {
    for (const suffix of ['', '.map']) rmSync(`${sources.outputOf(root, file)}${suffix}`, { force: true });
  }
  await Promise.all(changed.map(compile));
  const manifest = sources.manifestOf(root);
  mkdirSync(dirname(manifest), { recursive: true });
  writeFileSync(manifest, JSON.stringify(now));
}
