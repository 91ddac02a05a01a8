import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const compressible = /\.(?:js|css|svg)$/;

/** Puts beside each text file of a build what browsers take compressed: `.br` and `.gz`. */
export const precompressed = (): Plugin => ({
  name: 'precompressed',
  apply: 'build',
  // When all is written: the code is changed until then.
  async writeBundle({ dir = '' }, bundle) {
    const files = Object.keys(bundle).filter((name) => compressible.test(name));
    await Promise.all(
      files.map(async (name) => {
        const file = join(dir, name);
        const bytes = await readFile(file);
        await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes));
        await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
      }),
    );
  },
});
