// Compiles kernel.as with AssemblyScript, a tool with a lock of its own (scripts/setup/marian-tools): `node build.mjs TOOLS [OUTPUT]`, where
// TOOLS is the folder into which it was installed. The result is the same on every machine.

import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const [tools, output = join(import.meta.dirname, 'kernel.wasm')] = process.argv.slice(2);
if (tools === undefined) throw new Error('The first argument is the folder of marian-tools');
const folder = mkdtempSync(join(tmpdir(), 'kernel-'));
try {
  // The compiler reads no other ending, and the checks of this repository would read this one as TypeScript.
  copyFileSync(join(import.meta.dirname, 'kernel.as'), join(folder, 'kernel.ts'));
  const features = ['--enable', 'simd', '--enable', 'threads', '--runtime', 'stub'];
  const memory = [
    '--importMemory',
    '--noExportMemory',
    '--sharedMemory',
    '--initialMemory',
    '1',
    '--maximumMemory',
    '65536',
  ];
  const compiler = resolve(tools, 'node_modules/assemblyscript/bin/asc.js');
  const args = [compiler, 'kernel.ts', '--outFile', 'kernel.wasm', '-O3', '--noAssert', ...features, ...memory];
  execFileSync(process.execPath, args, { cwd: folder, stdio: 'inherit' });
  copyFileSync(join(folder, 'kernel.wasm'), output);
} finally {
  rmSync(folder, { recursive: true });
}
