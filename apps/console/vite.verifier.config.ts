import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { built, conditions } from './vite.config.js';

const source = (name: string): string => fileURLToPath(new URL(`src/verifier/${name}`, import.meta.url));

const scriptName = 'verifier.js';

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Puts script and style into the page, and what may run into its policy: one file that opens from disk. */
const onePage = (): Plugin => ({
  name: 'one-page',
  async writeBundle({ dir = '' }) {
    const script = (await readFile(join(dir, scriptName), 'utf8')).replaceAll('</script', '<\\/script');
    const style = await readFile(source('verifier.css'), 'utf8');
    const policy = `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(style)}`;
    const page = (await readFile(source('verifier.html'), 'utf8'))
      .replace('content="policy"', () => `content="${policy}"`)
      .replace('/* style */', () => style)
      .replace('/* script */', () => script);
    await writeFile(join(dir, 'verifier.html'), page);
    await rm(join(dir, scriptName));
  },
});

export default defineConfig({
  plugins: [onePage()],
  resolve: { conditions },
  build: {
    outDir: built,
    emptyOutDir: false,
    target: 'es2023',
    lib: { entry: source('verifier.ts'), formats: ['iife'], name: 'verifier', fileName: () => scriptName },
  },
});
