import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';

/*
 * Lets a process of its own run the sources as they are (`node --import`): imports of `.js` find the
 * `.ts` beside, `#libs/…` the source folder instead of the built one. Node's own type stripping is not
 * enough: it refuses parameter properties.
 */
const root = new URL('../../../', import.meta.url);
const tracked = /^[.#]/;

registerHooks({
  resolve(specifier, context, next) {
    if (tracked.test(specifier)) {
      const path = specifier.replace(/\.js$/, '.ts');
      const url = specifier.startsWith('#') ? new URL(path.slice(1), root) : new URL(path, context.parentURL);
      if (url.pathname.endsWith('.ts') && existsSync(url))
        return { url: url.href, format: 'module', shortCircuit: true };
    }
    return next(specifier, context);
  },
  load(url, context, next) {
    if (!url.startsWith(root.href) || !url.endsWith('.ts')) return next(url, context);
    const filename = fileURLToPath(url);
    const { code } = transformSync(readFileSync(filename, 'utf8'), {
      filename,
      sourceMaps: 'inline',
      jsc: { target: 'es2024', parser: { syntax: 'typescript' } },
      module: { type: 'es6' },
    });
    return { format: 'module', source: code, shortCircuit: true };
  },
});
