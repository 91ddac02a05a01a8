import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { projectRoot } from '#test/project-root.js';

/** A checkout of its own for programs of `scripts` that read files of git. */
export class Checkout {
  private constructor(readonly root: string) {}

  static async make(): Promise<Checkout> {
    const root = await mkdtemp(join(tmpdir(), 'transledger-checkout-'));
    execFileSync('git', ['init', '-q'], { cwd: root });
    return new Checkout(root);
  }

  async write(files: Record<string, unknown>): Promise<void> {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(this.root, path)), { recursive: true });
      await writeFile(join(this.root, path), typeof content === 'string' ? content : JSON.stringify(content));
    }
    execFileSync('git', ['add', '-A'], { cwd: this.root });
  }

  commit(): void {
    const who = ['-c', 'user.name=test', '-c', 'user.email=test@example.com'];
    execFileSync('git', [...who, 'commit', '-qm', 'records'], { cwd: this.root });
  }

  read(path: string): Promise<string> {
    return readFile(join(this.root, path), 'utf8');
  }

  /** Runs a program of `scripts` for this checkout; answers its exit status and what it printed. */
  run(program: string, ...args: string[]): Promise<{ status: number; output: string }> {
    const words = [join(projectRoot, 'scripts', program), ...args, '--root', this.root];
    return new Promise((resolve) => {
      execFile(process.execPath, words, (error, stdout, stderr) =>
        resolve({ status: error === null ? 0 : Number(error.code), output: stdout + stderr }),
      );
    });
  }

  remove(): Promise<void> {
    return rm(this.root, { recursive: true });
  }
}
