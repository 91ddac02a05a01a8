import { fileURLToPath } from 'node:url';
import { lingui } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompressed } from './precompressed.js';

const fromRoot = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Where the service finds what is built, below the root of the project. */
export const built = process.env.CONSOLE_OUTPUT ?? fromRoot('dist/console');

/** Packages of ours are taken from their sources. */
export const conditions = ['transledger-source', 'browser', 'module', 'import', 'default'];

export default defineConfig({
  base: '/console/',
  plugins: [react(), babel({ plugins: ['@lingui/babel-plugin-lingui-macro'] }), lingui(), precompressed()],
  resolve: { conditions },
  build: {
    outDir: built,
    emptyOutDir: true,
    target: 'es2023',
    // The preload of modules is native everywhere, and its stand-in would fetch by itself.
    modulePreload: { polyfill: false },
    // A file of its own for all: the policy of the page takes no data addresses.
    assetsInlineLimit: 0,
  },
  server: { proxy: { '/v1': 'http://127.0.0.1:8080' } },
});
