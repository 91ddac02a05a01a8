import { closeSync, mkdtempSync, openSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Output of a program in two files: any process of the run reads them, not only the one that started the program. */
export class PrintedOutput {
  constructor(readonly folder = mkdtempSync(join(tmpdir(), 'transledger-output-'))) {}

  get stdout(): string {
    return readFileSync(join(this.folder, 'stdout'), 'utf8');
  }

  get stderr(): string {
    return readFileSync(join(this.folder, 'stderr'), 'utf8');
  }

  /** Calls back with both files open for writing, which closes them here once the program has them. */
  whileOpen<T>(use: (stdout: number, stderr: number) => T): T {
    const [stdout, stderr] = [openSync(join(this.folder, 'stdout'), 'a'), openSync(join(this.folder, 'stderr'), 'a')];
    try {
      return use(stdout, stderr);
    } finally {
      closeSync(stdout);
      closeSync(stderr);
    }
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }
}
