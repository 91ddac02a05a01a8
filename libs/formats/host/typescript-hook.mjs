// Lets a worker thread run from the TypeScript sources, as tests do; the built product never loads it.
import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformFileSync } from '@swc/core';

const root = new URL('../../../', import.meta.url);

registerHooks({
  resolve(specifier, context, nextResolve) {
    const inRoot = /^#(apps|libs|projections|test)\//.test(specifier);
    if (inRoot || (/^\.{1,2}\//.test(specifier) && context.parentURL?.endsWith('.ts'))) {
      const url = new URL(inRoot ? specifier.slice(1) : specifier, inRoot ? root : context.parentURL);
      const source = url.href.replace(/\.js$/, '.ts');
      if (existsSync(fileURLToPath(source))) return { url: source, format: 'module', shortCircuit: true };
    }
    return nextResolve(specifier, context);
  },
  load(url, context, nextLoad) {
    if (!url.endsWith('.ts')) return nextLoad(url, context);
    const { code } = transformFileSync(fileURLToPath(url), {
      configFile: false,
      swcrc: false,
      sourceMaps: 'inline',
      jsc: { target: 'es2024', parser: { syntax: 'typescript', decorators: true } },
      module: { type: 'es6' },
    });
    return { format: 'module', source: code, shortCircuit: true };
  },
});
