// Lets a worker thread or a process of its own run from the TypeScript sources, as tests do; the built product never loads it.
import { existsSync, readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';

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
    // Node's own compiler: @swc/core, native code, crashed the process where several threads had loaded it.
    const source = stripTypeScriptTypes(readFileSync(fileURLToPath(url), 'utf8'), {
      mode: 'transform',
      sourceUrl: url,
    });
    return { format: 'module', source, shortCircuit: true };
  },
});
